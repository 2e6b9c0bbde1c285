// Places of the current module, and fusion places of others, as its arcs and sockets name them.
#pragma once

#include <cstdint>
#include <lua.hpp>

#include "cpn/lua/interpreter/handle.h"

namespace cpn::lua {

/// The index of that place in the current module; a fusion place of another module is added to it.
/// Throws ModelError for any other place of another module.
std::uint32_t ImportPlace(lua_State* L, const Handle& place);

}  // namespace cpn::lua
