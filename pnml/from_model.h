// A model as a symmetric net, or as a place/transition net when it has no colours: what can be said
// in PNML is said, and everything else is refused.
//
// Modules are flattened: places and transitions have their full names. Colour sets must be finite;
// inhibitor and reset arcs and priorities are not in the standard. Functions are written as what
// they yield (exported_transition.h).
// Invariant: the net has the model's markings, and an arc between two for each of the model's.
// Thread safety: none; as the model. Source: ISO/IEC 15909-2:2011.
#pragma once

#include "cpn/lua/lua_model.h"
#include "pnml/net.h"

namespace pnml {

/// Throws cpn::ModelError, which names the place or transition and why it cannot be written.
Net FromModel(cpn::lua::LuaModel& model);

}  // namespace pnml
