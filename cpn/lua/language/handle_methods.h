// What a model can do with a handle: read fields of a union, a module or a marking, call a place or
// a constructor, print it.
#pragma once

#include <lua.hpp>

namespace cpn::lua {

/// Creates the metatables of handles; once per interpreter, before all other libraries.
void OpenHandleMethods(lua_State* L);

}  // namespace cpn::lua
