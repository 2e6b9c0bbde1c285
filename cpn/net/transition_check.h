// Checks one transition of a module: its inscriptions fit its places, and every variable has
// something that binds it.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/net/model.h"
#include "cpn/values/colour_sets.h"
#include "cpn/values/evaluator.h"

namespace cpn {

/// The variables that range over their small colour set, since no pattern and no let binds them.
/// Throws ModelError for what net.h names about transitions.
std::vector<std::uint32_t> CheckTransition(const Model& model, const ModuleDeclaration& module,
                                           const TransitionDeclaration& transition,
                                           ColourSets& colour_sets, Evaluator& evaluator);

}  // namespace cpn
