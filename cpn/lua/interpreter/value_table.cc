#include "cpn/lua/interpreter/value_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "cpn/lua/interpreter/describe.h"
#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/text/suggest.h"

namespace cpn::lua {
namespace {

constexpr int kDeepestTable = 100;
/// Bytes of two texts that are compared in the time of an instruction.
constexpr std::size_t kKeyBytesPerStep = 64;

void CheckDepth(lua_State* L, int depth) {
  if (depth > kDeepestTable)
    StateOf(L).Fail(L, "this table is nested too deeply, or contains itself");
  luaL_checkstack(L, 8, "nested too deeply");
}

/// Has the table that many keys?
bool HasKeys(lua_State* L, int table, std::size_t expected) {
  std::size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (++count > expected) {
      lua_pop(L, 1);
      return false;
    }
  }
  return count == expected;
}

bool EqualAt(lua_State* L, int a, int b, int depth) {
  if (lua_type(L, a) == LUA_TSTRING) StateOf(L).Charge(L, lua_rawlen(L, a) / kKeyBytesPerStep);
  if (lua_rawequal(L, a, b)) return true;
  if (lua_type(L, a) != LUA_TTABLE || lua_type(L, b) != LUA_TTABLE) return false;
  CheckDepth(L, depth);
  StateOf(L).Charge(L, 1 + lua_rawlen(L, a));
  a = lua_absindex(L, a);
  b = lua_absindex(L, b);
  std::size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, a)) {
    lua_pushvalue(L, -2);
    lua_rawget(L, b);
    const bool equal = EqualAt(L, -2, -1, depth + 1);
    lua_pop(L, 2);
    if (!equal) {
      lua_pop(L, 1);
      return false;
    }
    ++count;
  }
  StateOf(L).Charge(L, count);
  return HasKeys(L, b, count);
}

/// The place of a type in the canonical order of colours: unit, booleans, numbers, texts, tables.
int Rank(lua_State* L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      return 1;
    case LUA_TNUMBER:
      return 2;
    case LUA_TSTRING:
      return 3;
    case LUA_TTABLE:
      return 4;
    default:
      if (HandleAt(L, index, HandleKind::kUnit)) return 0;
      StateOf(L).Fail(L, fmt::format("{} has no order", Describe(L, index)));
  }
}

int Sign(bool less, bool greater) { return less ? -1 : greater ? 1 : 0; }

int CompareAt(lua_State* L, int a, int b, int depth);

int CompareElements(lua_State* L, int a, int b, int depth) {
  const auto size_a = static_cast<lua_Integer>(lua_rawlen(L, a));
  const auto size_b = static_cast<lua_Integer>(lua_rawlen(L, b));
  for (lua_Integer i = 1; i <= std::min(size_a, size_b); ++i) {
    lua_rawgeti(L, a, i);
    lua_rawgeti(L, b, i);
    const int order = CompareAt(L, -2, -1, depth + 1);
    lua_pop(L, 2);
    if (order != 0) return order;
  }
  return Sign(size_a<size_b, size_a> size_b);
}

int CompareFields(lua_State* L, int a, int b, int depth) {
  const std::vector<std::string> keys_a = SortedTextKeys(L, a);
  const std::vector<std::string> keys_b = SortedTextKeys(L, b);
  if (keys_a != keys_b) return Sign(keys_a < keys_b, true);
  for (const std::string& key : keys_a) {
    lua_pushlstring(L, key.data(), key.size());
    lua_rawget(L, a);
    lua_pushlstring(L, key.data(), key.size());
    lua_rawget(L, b);
    const int order = CompareAt(L, -2, -1, depth + 1);
    lua_pop(L, 2);
    if (order != 0) return order;
  }
  return 0;
}

int CompareAt(lua_State* L, int a, int b, int depth) {
  a = lua_absindex(L, a);
  b = lua_absindex(L, b);
  StateOf(L).Charge(L, 1);
  const int rank = Rank(L, a);
  if (const int other = Rank(L, b); rank != other) return Sign(rank < other, true);
  switch (rank) {
    case 0:
      return 0;
    case 1:
      return lua_toboolean(L, a) - lua_toboolean(L, b);
    case 2:
      return Sign(lua_compare(L, a, b, LUA_OPLT), lua_compare(L, b, a, LUA_OPLT));
    case 3:
      StateOf(L).Charge(L, std::min(lua_rawlen(L, a), lua_rawlen(L, b)) / kKeyBytesPerStep);
      return TextAt(L, a).compare(TextAt(L, b));
    default:
      CheckDepth(L, depth);
      if (const int order = CompareElements(L, a, b, depth); order != 0) return order;
      return CompareFields(L, a, b, depth);
  }
}

int EqualMethod(lua_State* L) {
  lua_pushboolean(L, EqualAt(L, 1, 2, 0));
  return 1;
}
int LessMethod(lua_State* L) {
  lua_pushboolean(L, CompareAt(L, 1, 2, 0) < 0);
  return 1;
}
int LessEqualMethod(lua_State* L) {
  lua_pushboolean(L, CompareAt(L, 1, 2, 0) <= 0);
  return 1;
}
int TextMethod(lua_State* L) {
  const std::string text = Describe(L, 1);
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

/// A field that a record or union does not have: surely a misspelling.
int MissingField(lua_State* L) {
  const std::vector<std::string> fields = SortedTextKeys(L, 1);
  if (lua_type(L, 2) != LUA_TSTRING) {
    StateOf(L).Fail(
        L, fmt::format("{} has the fields {}; it is no list", Describe(L, 1), Listing(fields)));
  }
  const std::string name(TextAt(L, 2));
  const LuaState& state = StateOf(L);
  throw ModelError(
      state.sources().Text(state.Blame(L), name),
      fmt::format("{} has no field {}{}", Describe(L, 1), name, Alternatives(name, fields)));
}

/// Message.Nothing() is Message.Nothing.
int CallConstant(lua_State* L) {
  lua_pushliteral(L, "value");
  lua_rawget(L, 1);
  const bool constant = HandleAt(L, -1, HandleKind::kUnit) && lua_gettop(L) == 2;
  if (!constant) StateOf(L).Fail(L, fmt::format("{} is no function", Describe(L, 1)));
  lua_pushvalue(L, 1);
  return 1;
}

}  // namespace

void OpenValueTables(lua_State* L) {
  for (const TableKind kind : kTableKinds) {
    lua_newtable(L);
    const auto set = [L](const char* name, lua_CFunction function) {
      lua_pushcfunction(L, function);
      lua_setfield(L, -2, name);
    };
    set("__eq", Guarded<EqualMethod>);
    set("__lt", Guarded<LessMethod>);
    set("__le", Guarded<LessEqualMethod>);
    set("__tostring", Guarded<TextMethod>);
    if (kind == TableKind::kRecord || kind == TableKind::kUnion) {
      set("__index", Guarded<MissingField>);
    }
    if (kind == TableKind::kUnion) set("__call", Guarded<CallConstant>);
    SetMetatable(L, kind);
  }
}

bool Equal(lua_State* L, int a, int b) { return EqualAt(L, a, b, 0); }
int Compare(lua_State* L, int a, int b) { return CompareAt(L, a, b, 0); }

bool TruthAt(lua_State* L, int index, std::string_view what) {
  if (lua_isnil(L, index)) {
    throw ModelError({}, fmt::format("{} yields true or false, not nothing (nil); a function needs "
                                     "a return",
                                     what));
  }
  if (!lua_isboolean(L, index)) {
    throw ModelError({}, fmt::format("{} yields true or false, not {}", what, Describe(L, index)));
  }
  return lua_toboolean(L, index) != 0;
}

}  // namespace cpn::lua
