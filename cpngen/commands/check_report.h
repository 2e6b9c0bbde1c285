// What `cpngen check` says of its results: text for people, JSON for programs.
//
// The JSON of one result: {"property", "holds" (null: unknown), "fairness" (whom runs for ever owe
// what: --fairness), "states", "arcs", "seconds",
// "complete", "end", "growth" (after a limit), "notes": [{"kind", "text", "where"}], "evidence"
// ("witness", "counterexample" or null), "trace" (its steps, value_json.h, or null), "loop" (number
// of the step that the last one leads back to, or null), "ends_dead", "remarks": [{"after", "text",
// "where"}], "marking" (the last one)}.
// Thread safety: as the engine.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/ctl/result.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"

namespace cpngen {

/// Which runs for ever count, in one line; empty where all do and the model does not say otherwise.
/// `mode` is a value of --fairness.
std::string FairnessLine(const cpn::Net& net, const std::string& mode);

/// The report for people: a line on the exploration, then each result with its notes and evidence.
std::string CheckText(cpn::lua::LuaModel& model, const CheckOptions& options,
                      const std::vector<cpn::ctl::Result>& results, const base::Budget& budget);
/// The report for programs: a list of results, as the comment above says.
std::string CheckJson(cpn::lua::LuaModel& model, const CheckOptions& options,
                      const std::vector<cpn::ctl::Result>& results);

}  // namespace cpngen
