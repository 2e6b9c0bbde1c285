// What the subcommands print under --json.
//
// Colours: integers, booleans and strings as they are; () is null; enumerations are strings; tuples
// and lists are arrays; records are objects; a union's value is {"tag": ..., "value": ...}.
// Thread safety: as the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "cpn/simulator.h"
#include "generator/options.h"
#include "generator/raw_cases.h"

namespace generator {

/// What `generate` made.
struct GenerationSummary {
  std::string suite;               ///< TestName
  std::vector<std::string> files;  ///< written, in order
  std::uint64_t cases = 0;
  double seconds = 0;
};

std::string RunJson(cpn::lua::LuaModel& model, const SimulateOptions& options, const cpn::Run& run);
std::string GenerationJson(const cpn::lua::LuaModel& model, const GenerateOptions& options,
                           const RawCases& raw, const GenerationSummary& summary);
std::string DescriptionJson(cpn::lua::LuaModel& model);

}  // namespace generator
