// Functions on lists for inscriptions and hooks. All of them leave their arguments as they are and
// give new lists.
#include <fmt/format.h>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {
namespace {

/// The length of the list that is argument `index` of `function`.
lua_Integer ListAt(lua_State* L, int index, std::string_view function) {
  if (lua_type(L, index) != LUA_TTABLE) {
    const Handle* variable = HandleAt(L, index, HandleKind::kVariable);
    StateOf(L).FailAt(
        L, function,
        fmt::format("{}: argument {} is a list, not {}{}", function, index, Describe(L, index),
                    variable ? "; to compute while the net runs, write expr \"...\"" : ""));
  }
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, index));
  StateOf(L).Charge(L, static_cast<std::size_t>(size) / 2 + 1);
  return size;
}

void FunctionAt(lua_State* L, int index, std::string_view function) {
  if (lua_type(L, index) == LUA_TFUNCTION) return;
  StateOf(L).Fail(
      L, fmt::format("{}: argument {} is a function, not {}", function, index, Describe(L, index)));
}

void CheckArguments(lua_State* L, int count, std::string_view usage) {
  if (lua_gettop(L) == count) return;
  StateOf(L).Fail(L, fmt::format("{} takes {} arguments, not {}", usage, count, lua_gettop(L)));
}

int NewList(lua_State* L, lua_Integer size) {
  lua_createtable(L, static_cast<int>(std::min<lua_Integer>(size, 1 << 20)), 0);
  MarkTable(L, TableKind::kList);
  return lua_gettop(L);
}

/// to[at + 1], ... = from[first], ..., from[last]
void Copy(lua_State* L, int from, lua_Integer first, lua_Integer last, int to, lua_Integer at) {
  for (lua_Integer i = first; i <= last; ++i) {
    lua_rawgeti(L, from, i);
    lua_rawseti(L, to, ++at);
  }
}

/// insert(list, x): x before the first element that is greater; a sorted list stays sorted.
int Insert(lua_State* L) {
  CheckArguments(L, 2, "insert(list, x)");
  const lua_Integer size = ListAt(L, 1, "insert");
  lua_Integer at = 1;
  for (; at <= size; ++at) {
    lua_rawgeti(L, 1, at);
    const bool greater = Compare(L, -1, 2) > 0;
    lua_pop(L, 1);
    if (greater) break;
  }
  const int list = NewList(L, size + 1);
  Copy(L, 1, 1, at - 1, list, 0);
  lua_pushvalue(L, 2);
  lua_rawseti(L, list, at);
  Copy(L, 1, at, size, list, at);
  return 1;
}

/// cons(x, list); while the model loads, the pattern.
int Cons(lua_State* L) {
  CheckArguments(L, 2, "cons(x, list)");
  if (!IsEvaluating(ModelOf(L))) {
    PushHandle(L, {HandleKind::kCons, 0, 0, HereOf(L)}, 2);
    return 1;
  }
  const lua_Integer size = ListAt(L, 2, "cons");
  const int list = NewList(L, size + 1);
  lua_pushvalue(L, 1);
  lua_rawseti(L, list, 1);
  Copy(L, 2, 1, size, list, 1);
  return 1;
}

int Append(lua_State* L) {
  CheckArguments(L, 2, "append(list, list)");
  const lua_Integer first = ListAt(L, 1, "append");
  const lua_Integer second = ListAt(L, 2, "append");
  const int list = NewList(L, first + second);
  Copy(L, 1, 1, first, list, 0);
  Copy(L, 2, 1, second, list, first);
  return 1;
}

/// The position of the value at 2 in the list at 1; 0 when it is not there.
lua_Integer Find(lua_State* L, lua_Integer size) {
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_rawgeti(L, 1, i);
    const bool found = Equal(L, -1, 2);
    lua_pop(L, 1);
    if (found) return i;
  }
  return 0;
}

/// remove(list, x): without the first x, or as it is.
int Remove(lua_State* L) {
  CheckArguments(L, 2, "remove(list, x)");
  const lua_Integer size = ListAt(L, 1, "remove");
  const lua_Integer at = Find(L, size);
  const int list = NewList(L, size);
  Copy(L, 1, 1, at - 1, list, 0);
  Copy(L, 1, at + 1, size, list, at == 0 ? 0 : at - 1);
  return 1;
}

int Contains(lua_State* L) {
  CheckArguments(L, 2, "contains(list, x)");
  lua_pushboolean(L, Find(L, ListAt(L, 1, "contains")) != 0);
  return 1;
}

int Map(lua_State* L) {
  CheckArguments(L, 2, "map(list, function)");
  const lua_Integer size = ListAt(L, 1, "map");
  FunctionAt(L, 2, "map");
  const int list = NewList(L, size);
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_pushvalue(L, 2);
    lua_rawgeti(L, 1, i);
    lua_call(L, 1, 1);
    lua_rawseti(L, list, i);
  }
  return 1;
}

int Filter(lua_State* L) {
  CheckArguments(L, 2, "filter(list, function)");
  const lua_Integer size = ListAt(L, 1, "filter");
  FunctionAt(L, 2, "filter");
  const int list = NewList(L, size);
  lua_Integer kept = 0;
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_pushvalue(L, 2);
    lua_rawgeti(L, 1, i);
    lua_call(L, 1, 1);
    const bool keep = lua_toboolean(L, -1) != 0;
    lua_pop(L, 1);
    if (keep) Copy(L, 1, i, i, list, kept++);
  }
  return 1;
}

/// fold(list, initial, f): f(f(initial, list[1]), list[2]) ...
int Fold(lua_State* L) {
  CheckArguments(L, 3, "fold(list, initial, function)");
  const lua_Integer size = ListAt(L, 1, "fold");
  FunctionAt(L, 3, "fold");
  lua_pushvalue(L, 2);
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_pushvalue(L, 3);
    lua_insert(L, -2);
    lua_rawgeti(L, 1, i);
    lua_call(L, 2, 1);
  }
  return 1;
}

int RangeList(lua_State* L) {
  CheckArguments(L, 2, "range_list(low, high)");
  for (int i : {1, 2}) {
    if (lua_type(L, i) == LUA_TNUMBER && lua_isinteger(L, i)) continue;
    StateOf(L).FailAt(
        L, "range_list",
        fmt::format("range_list: argument {} is an integer, not {}", i, Describe(L, i)));
  }
  const lua_Integer low = lua_tointeger(L, 1);
  const lua_Integer high = lua_tointeger(L, 2);
  if (low > high) {
    NewList(L, 0);
    return 1;
  }
  const std::uint64_t size = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  StateOf(L).Charge(L, static_cast<std::size_t>(size));
  const int list = NewList(L, 0);
  for (std::uint64_t i = 0; i <= size; ++i) {
    lua_pushinteger(L, low + static_cast<lua_Integer>(i));
    lua_rawseti(L, list, static_cast<lua_Integer>(i) + 1);
  }
  return 1;
}

}  // namespace

void OpenListLibrary(lua_State* L) {
  static constexpr LibraryFunction kFunctions[] = {
      {"insert", Guarded<Insert>},        {"cons", Guarded<Cons>},
      {"append", Guarded<Append>},        {"remove", Guarded<Remove>},
      {"contains", Guarded<Contains>},    {"map", Guarded<Map>},
      {"filter", Guarded<Filter>},        {"fold", Guarded<Fold>},
      {"range_list", Guarded<RangeList>},
  };
  for (const LibraryFunction& function : kFunctions) AddToLibrary(L, function);
}

}  // namespace cpn::lua
