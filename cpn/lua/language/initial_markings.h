// Initial markings that come with the call (LoadOptions::initial_markings), not with the model.
#pragma once

#include <lua.hpp>

namespace cpn::lua {

/// Gives the places of the options the initial markings of the options, which may use every name of
/// the top module. Call it when all modules are declared. Throws ModelError for a place that the
/// model does not have, for ports, and for what is no marking of the place.
void SetInitialMarkings(lua_State* L);

}  // namespace cpn::lua
