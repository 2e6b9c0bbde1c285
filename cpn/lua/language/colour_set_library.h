// The part of the language that declares parameters, colour sets and variables.
#pragma once

#include <lua.hpp>
#include <string>
#include <string_view>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/values/colour_set.h"

namespace cpn::lua {

/// The colour set at `index`. Throws ModelError, blaming the running line, when something else is
/// there; `what` names the place it is for ("product, component 2").
ColourSetId ColourSetAt(lua_State* L, int index, std::string_view what);

/// Gives a parameter its name, and pushes the value it has: from -D, or the default.
void PushParameterValue(lua_State* L, const Handle& parameter, const std::string& name);
/// Completes ModelState::parameters. Throws ModelError for a -D name that no param() has.
void FinishParameters(lua_State* L);

/// Pushes the constructor `key` of a union (stack: colour set, key); while inscriptions run, a
/// constructor without argument is the colour itself.
int IndexColourSet(lua_State* L);

}  // namespace cpn::lua
