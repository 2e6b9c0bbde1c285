// What a drawing shows for a function of the model: what a reader understands at a glance.
// Thread safety: as the interpreter.
#pragma once

#include <lua.hpp>
#include <string>

namespace cpn::lua {

/// For the function at `index`, the first of these that there is: the expression that it returns,
/// if that is all that it does and it is short; its name with its parameters, if it has been
/// declared with one; the comment in the lines right above it; the helpers that it calls, as
/// "helper(...)"; its source.
std::string DrawnTextOf(lua_State* L, int index);

}  // namespace cpn::lua
