// What `cover` found, as text for people and JSON for programs.
//
// JSON: {"model", "parameters", "specification" (null without suites), "states", "arcs" (null when
// the state space is not known), "model_cases" (null without suites), "files": [{"file", "kind":
// "suite" or "runs", "count", "unknown": ids of cases that no run of the model shows}], "criteria":
// [{"criterion", "reachable" (null when not known), "covered", "sure", "missing": [{"what",
// "where"}], "unreachable": the same}]}.
// Thread safety: as the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"
#include "model_coverage/report.h"

namespace cpngen {

/// A suite or a file of recorded runs.
struct CoveredFile {
  std::string path;
  bool is_suite = false;
  std::uint64_t count = 0;           ///< cases or runs
  std::vector<std::string> unknown;  ///< cases that no run of the model shows, by id
};

struct CoverResult {
  bool space_known = true;
  std::uint64_t states = 0;
  std::uint64_t arcs = 0;
  std::string specification;  ///< of the suites; empty: there are none
  std::uint64_t model_cases = 0;
  std::vector<CoveredFile> files;
  std::vector<model_coverage::CriterionReport> criteria;
};

/// "97.2 %"; "100.0 %" only when all is covered, and of nothing.
std::string PercentText(std::uint64_t covered, std::uint64_t of);
/// "models/x: W = 3", what was measured, and notes on cases that are none of the model.
std::string CoverHeading(const cpn::lua::LuaModel& model, const CoverOptions& options,
                         const CoverResult& result);
std::string CoverText(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const model_coverage::Points& points, const CoverResult& result);
std::string CoverJson(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const model_coverage::Points& points, const CoverResult& result);
/// The name of a criterion in reports: that of a chosen variable says which.
std::string CriterionText(model_coverage::Criterion criterion, const CoverOptions& options);

}  // namespace cpngen
