// The modules of a model as pictures whose parts can be found, and what they stand for in the net.
//
// Thread safety: as the model.
#pragma once

#include <string>

#include "base/budget.h"
#include "cpn/lua/lua_model.h"
#include "explorer/local_server.h"

namespace cpngen::explore {

/// The modules: each with "name", "svg", and "instances", of which each has "path" (empty: the top
/// one), "places" (of the net, by the module's places), "transitions" (alike, null where there is
/// none) and "substitutions" ({"module", "path"}). Throws GraphvizError and StopError.
explorer::Json PicturesJson(cpn::lua::LuaModel& model, const base::Budget& budget);

}  // namespace cpngen::explore
