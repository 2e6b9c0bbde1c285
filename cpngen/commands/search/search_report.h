// What a search found, as `cpngen search` prints and writes it: text, JSON, traces, charts.
//
// JSON: "model", "parameters", "seed", "executions", "live" (of them), "longest" (steps that one
// took to come to life), "steps" (all that were taken), "length" (of an execution), "complete",
// "properties": each with "property", "sort" ("liveness" or "safety"), "found" ("dead", "livelock",
// "suspected", "violated", or null), "execution" (its number; null: found by looking at all
// markings), "begun" (steps of a run in which all held, before the search), "critical" (steps up to
// the critical transition with it; null), "certain", "walks", the run as check_report.h has one
// ("trace", ...), "live_trace", the nearest execution that comes to life, or null, and "markings":
// null, or how many there are ("all"), how many of them are "dead", "doomed",
// "almost_surely_doomed" and "dead_without_faults", "critical" (transitions, with how many steps of
// theirs enter a dead one), and "walks", how the answer of walks alone compares (--compare; null).
// Thread safety: as the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/ctl/formula.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"
#include "cpngen/output_files.h"
#include "cpngen/trace.h"
#include "search/nets/fates.h"
#include "search/search.h"

namespace cpngen {

/// What is known of a property where all markings were looked at.
struct AllMarkings {
  std::uint64_t count = 0;
  search::nets::Fates fates;
  std::string walks;  ///< how the answer of walks alone compares; empty: not asked for
};

/// What was found of a property.
struct SearchFinding {
  const cpn::ctl::Property* property = nullptr;
  bool is_liveness = true;
  bool is_found = false;
  bool is_lasso = false;        ///< found: the run goes round for ever without the condition
  std::uint64_t execution = 0;  ///< its number, from 1; 0: of no execution of the search
  std::uint64_t begun = 0;  ///< steps of a run in which all held, before the search (--from-live)
  Trace run = {};           ///< with a remark at the critical transition
  std::optional<search::Critical> critical =
      std::nullopt;  ///< of a liveness property that was decided
  std::optional<Trace> nearest_live = std::nullopt;
  std::optional<AllMarkings> all = std::nullopt;

  bool is_dead() const { return critical && critical->condition == search::Condition::kC1; }
};

struct SearchFindings {
  search::SearchResult result;
  std::vector<SearchFinding> properties;
  std::uint64_t live_runs = 0;  ///< that searches began with (--from-live)
  bool stopped = false;
};

std::string SearchText(cpn::lua::LuaModel& model, const SearchOptions& options,
                       const SearchFindings& findings, const base::Budget& budget);
/// Of a part of a search (--shard) also "shard" and "call" (shard_call.h).
std::string SearchJson(cpn::lua::LuaModel& model, const SearchOptions& options,
                       const SearchFindings& findings);
/// The trace file and the charts that the call asks for.
std::vector<OutputFile> SearchFiles(cpn::lua::LuaModel& model, const SearchOptions& options,
                                    const SearchFindings& findings);

}  // namespace cpngen
