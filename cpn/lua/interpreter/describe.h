// Values of a model as messages show them.
//
// Thread safety: as the interpreter.
#pragma once

#include <lua.hpp>
#include <string>
#include <string_view>

namespace cpn::lua {

/// The string at `index`, where there must be one; valid as long as Lua holds it.
std::string_view TextAt(lua_State* L, int index);

/// Readable and the same on every run: no addresses. Long ones are cut.
std::string Describe(lua_State* L, int index);

}  // namespace cpn::lua
