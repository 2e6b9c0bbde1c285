// How the commands that explore a state space do it: limits from the command line, progress on the
// terminal, the budget of the program.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "base/budget.h"
#include "base/progress.h"
#include "cpn/explore/exploration.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"

namespace cpngen {

/// The options of cpn::Explore, and of what is built on it, for a call with these limits.
/// `progress` and `budget` must outlive the result.
cpn::ExplorationOptions MakeExplorationOptions(const ExplorationLimits& limits,
                                               base::Progress& progress, base::Budget& budget);

/// What the model declares symmetric. From then on its functions are checked as they are
/// evaluated. Throws InputError when it declares nothing, ModelError when it tells apart what it
/// declares.
const cpn::symmetry::Symmetry& SymmetryOf(cpn::lua::LuaModel& model, const std::string& path);

/// Why an exploration ended, as the JSON of the commands has it: "complete", "max-states", ...
const char* NameOf(cpn::ExplorationEnd end);

/// What ended an exploration before it was complete: "the limit of 100 states (--max-states)",
/// "Ctrl-C". Empty for a complete one, and for one that was stopped since all was known.
std::string LimitText(cpn::ExplorationEnd end, const ExplorationLimits& limits,
                      const base::Budget& budget);

}  // namespace cpngen
