#include "cpn/lua/interpreter/table_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "cpn/lua/interpreter/lua_state.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kKeyWork = 4;  // to copy a key, and its part in sorting them

/// Registry keys of the metatables.
const std::array<char, std::size(kTableKinds)> metatable_keys{};

const void* KeyOf(TableKind kind) { return &metatable_keys[static_cast<std::size_t>(kind)]; }

}  // namespace

void SetMetatable(lua_State* L, TableKind kind) { lua_rawsetp(L, LUA_REGISTRYINDEX, KeyOf(kind)); }

void MarkTable(lua_State* L, TableKind kind) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, KeyOf(kind));
  lua_setmetatable(L, -2);
}

std::optional<TableKind> KindOfTable(lua_State* L, int table) {
  if (!lua_getmetatable(L, table)) return std::nullopt;
  std::optional<TableKind> found;
  for (const TableKind kind : kTableKinds) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, KeyOf(kind));
    if (lua_rawequal(L, -1, -2)) found = kind;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return found;
}

std::vector<std::string> SortedTextKeys(lua_State* L, int table) {
  std::vector<std::string> keys;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    std::size_t size = 0;
    const char* text = lua_tolstring(L, -1, &size);
    keys.emplace_back(text, size);
    StateOf(L).Charge(L, kKeyWork + size / 16);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace cpn::lua
