// The part of the language that declares parameters: param.
#pragma once

#include <lua.hpp>
#include <string>

#include "cpn/lua/interpreter/handle.h"

namespace cpn::lua {

/// Gives a parameter its name, and pushes the value it has: from -D, or the default.
void PushParameterValue(lua_State* L, const Handle& parameter, const std::string& name);
/// Completes Loading::parameters. Throws ModelError for a -D name that no param() has.
void FinishParameters(lua_State* L);

}  // namespace cpn::lua
