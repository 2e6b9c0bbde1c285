// A transition of a model as transitions of a symmetric net. Internal to pnml/.
//
// What patterns say, terms say. What functions compute becomes
//  - of one colour: a new variable, which a condition ties to those that the function reads; or the
//    term itself, when it is a constant, a variable, a successor or predecessor;
//  - of a truth value: a condition;
//  - conditional arcs and computed multi-sets: cases. The transition is written once for each thing
//    that they can yield, with a condition that says when.
// Invariant: each binding of the model's transition is one binding of one of the net's, with the
// same effect.
// Thread safety: none; as the model.
#pragma once

#include <functional>
#include <string>

#include "pnml/exported_sorts.h"
#include "pnml/net.h"

namespace pnml {

/// Adds the transition and its arcs to `net`, whose places are those of the model; `give_id` makes
/// an id of the name that is wished. Throws Refusal, and cpn::ModelError for what can be blamed on
/// one arc.
void ExportTransition(cpn::lua::LuaModel& model, const cpn::Transition& transition,
                      ExportedSorts& sorts, Net& net,
                      const std::function<std::string(const std::string&)>& give_id);

}  // namespace pnml
