// The part of the language that declares colour sets and variables.
#pragma once

#include <lua.hpp>
#include <string_view>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/values/colour_set.h"

namespace cpn::lua {

/// The colour set at `index`. Throws ModelError, blaming the running line, when something else is
/// there; `what` names the place it is for ("product, component 2").
ColourSetId ColourSetAt(lua_State* L, int index, std::string_view what);

/// Pushes the constructor `key` of a union (stack: colour set, key); while inscriptions run, a
/// constructor without argument is the colour itself.
int IndexColourSet(lua_State* L);

}  // namespace cpn::lua
