// Colours as Lua sees them when they are tables: products and lists are arrays, records have their
// fields, a union value is { tag = ..., value = ... }. Tables that the engine makes compare by
// structure and print readably.
//
// Invariant: Compare() orders like ValueStore::Compare orders the same colours.
// Thread safety: as the interpreter.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <string>
#include <string_view>

#include "cpn/lua/interpreter/describe.h"
#include "cpn/lua/interpreter/table_kind.h"

namespace cpn::lua {

/// Creates the metatables; once per interpreter.
void OpenValueTables(lua_State* L);

/// By structure. May raise a Lua error for tables nested without end.
bool Equal(lua_State* L, int a, int b);
/// Negative, zero or positive. Fails (ModelError) for what has no order, such as functions.
int Compare(lua_State* L, int a, int b);

/// The boolean at `index`. Throws ModelError without location when something else is there, nil
/// too: "`what` yields true or false, not 3".
bool TruthAt(lua_State* L, int index, std::string_view what);

}  // namespace cpn::lua
