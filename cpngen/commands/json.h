// What the subcommands print under --json; value_json.h says how colours are written.
// Thread safety: as the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpn/engine/simulator.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"
#include "cpngen/trace.h"
#include "generator/raw_cases.h"

namespace cpngen {

/// Of a suite for a goal.
struct GoalSummary {
  std::string goal;
  std::uint64_t reachable = 0;
  std::uint64_t covered = 0;        ///< with what was covered before
  std::uint64_t before = 0;         ///< by the suite that there was
  std::vector<std::uint64_t> adds;  ///< by case
  bool smallest = false;            ///< it is known that no fewer cases would do
  std::vector<std::string> beyond;  ///< reachable, but covered by no case
};

/// What `generate` made.
struct GenerationSummary {
  std::string specification;       ///< its name
  std::string suite;               ///< TestName
  std::vector<std::string> files;  ///< written, in order
  std::uint64_t cases = 0;
  double seconds = 0;
  std::optional<GoalSummary> goal = {};
};

/// What `simulate` prints of a run.
std::string RunJson(cpn::lua::LuaModel& model, const SimulateOptions& options, const Trace& trace,
                    const cpn::Run& run);
/// What `generate` prints of a suite that it made of `raw`.
std::string GenerationJson(const cpn::lua::LuaModel& model, const GenerateOptions& options,
                           const generator::RawCases& raw, const GenerationSummary& summary);
/// What `describe` prints of a model.
std::string DescriptionJson(cpn::lua::LuaModel& model);

}  // namespace cpngen
