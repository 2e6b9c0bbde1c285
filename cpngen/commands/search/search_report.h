// What a search found, as `cpngen search` prints and writes it: text, JSON, traces, charts.
//
// JSON: "model", "parameters", "seed", "executions", "live" (of them), "longest" (steps that one
// took to come to life), "steps" (all that were taken), "length" (of an execution), "complete",
// "properties": each with "property", "sort" ("liveness" or "safety"), "found" ("dead",
// "suspected", "violated", or null), "execution" (its number), "critical" (steps up to the critical
// transition with it; null), "certain", "walks", the run as check_report.h has one ("trace", ...),
// and "live_trace", the nearest execution that comes to life, or null.
// Thread safety: as the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/ctl/formula.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options.h"
#include "cpngen/output_files.h"
#include "cpngen/trace.h"
#include "search/search.h"

namespace cpngen {

/// What was found of a property.
struct SearchFinding {
  const cpn::ctl::Property* property = nullptr;
  bool is_liveness = true;
  bool is_found = false;
  std::uint64_t execution = 0;  ///< its number, from 1
  Trace run = {};               ///< with a remark at the critical transition
  std::optional<search::Critical> critical =
      std::nullopt;  ///< of a liveness property that was decided
  std::optional<Trace> nearest_live = std::nullopt;

  bool is_dead() const { return critical && critical->condition == search::Condition::kC1; }
};

struct SearchFindings {
  search::SearchResult result;
  std::vector<SearchFinding> properties;
  bool stopped = false;
};

std::string SearchText(cpn::lua::LuaModel& model, const SearchOptions& options,
                       const SearchFindings& findings, const base::Budget& budget);
std::string SearchJson(cpn::lua::LuaModel& model, const SearchOptions& options,
                       const SearchFindings& findings);
/// The trace file and the charts that the call asks for.
std::vector<OutputFile> SearchFiles(cpn::lua::LuaModel& model, const SearchOptions& options,
                                    const SearchFindings& findings);

}  // namespace cpngen
