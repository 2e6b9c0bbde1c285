#include "cpn/lua/interpreter/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/text/suggest.h"

namespace cpn::lua {
namespace {

void CheckTable(lua_State* L, int index, std::string_view what, std::string_view shape) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  StateOf(L).Fail(L, fmt::format("{} takes a {}, not {}", what, shape, Describe(L, index)));
}

std::vector<std::string> FieldNames(lua_State* L, int table, std::string_view what) {
  std::vector<std::string> names;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) {
      StateOf(L).Fail(
          L, fmt::format("{} takes fields by name, name = ..., not {}", what, Describe(L, table)));
    }
    names.emplace_back(lua_tostring(L, -1));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

void ForEachElement(lua_State* L, int index, std::string_view what,
                    const std::function<void(int, lua_Integer)>& use) {
  index = lua_absindex(L, index);
  CheckTable(L, index, what, "list { ... }");
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, index));
  // Lua's order of keys differs from run to run.
  std::optional<std::string> wrong;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) <= size) continue;
    const std::string key = Describe(L, -1);
    wrong = wrong ? std::min(*wrong, key) : key;
  }
  if (wrong) {
    StateOf(L).Fail(L, fmt::format("{} takes a list, without the key {} or holes", what, *wrong));
  }
  luaL_checkstack(L, 4, "nested too deeply");
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_rawgeti(L, index, i);
    if (lua_isnil(L, -1)) StateOf(L).Fail(L, fmt::format("{}: element {} is nil", what, i));
    use(lua_gettop(L), i);
    lua_pop(L, 1);
  }
}

void ForEachField(lua_State* L, int index, std::string_view what,
                  const std::function<void(const std::string&, int)>& use) {
  index = lua_absindex(L, index);
  CheckTable(L, index, what, "table { name = ... }");
  luaL_checkstack(L, 4, "nested too deeply");
  for (const std::string& name : FieldNames(L, index, what)) {
    lua_pushlstring(L, name.data(), name.size());
    lua_rawget(L, index);
    use(name, lua_gettop(L));
    lua_pop(L, 1);
  }
}

std::int64_t IntegerAt(lua_State* L, int index, std::string_view what) {
  if (lua_type(L, index) != LUA_TNUMBER || !lua_isinteger(L, index)) {
    StateOf(L).Fail(L, fmt::format("{} is an integer, not {}", what, Describe(L, index)));
  }
  return lua_tointeger(L, index);
}

std::string StringAt(lua_State* L, int index, std::string_view what) {
  if (lua_type(L, index) != LUA_TSTRING) {
    StateOf(L).Fail(L, fmt::format("{} is a string, not {}", what, Describe(L, index)));
  }
  std::size_t size = 0;
  const char* text = lua_tolstring(L, index, &size);
  return {text, size};
}

TableReader::TableReader(lua_State* L, int index, std::string what)
    : L_(L), index_(lua_absindex(L, index)), what_(std::move(what)) {
  CheckTable(L, index_, what_, "table { ... }");
}

bool TableReader::Push(const char* field) {
  known_.emplace_back(field);
  lua_pushstring(L_, field);
  lua_rawget(L_, index_);
  if (!lua_isnil(L_, -1)) return true;
  lua_pop(L_, 1);
  return false;
}

void TableReader::RefuseOthers() const {
  for (const std::string& name : FieldNames(L_, index_, what_)) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const LuaState& state = StateOf(L_);
    throw ModelError(state.sources().Field(state.Blame(L_), name),
                     fmt::format("{} has no field {}{}", what_, name, Alternatives(name, known_)));
  }
}

}  // namespace cpn::lua
