// Values of a model as messages show them.
//
// Thread safety: as the interpreter.
#pragma once

#include <lua.hpp>
#include <string>

namespace cpn::lua {

/// Readable and the same on every run: no addresses. Long ones are cut.
std::string Describe(lua_State* L, int index);

}  // namespace cpn::lua
