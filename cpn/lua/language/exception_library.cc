// Exceptions of the model: raise(x), and handle(f, g), which takes what f raises. A model cannot
// catch errors and limits; only what it raised itself.
#include <fmt/format.h>

#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/library.h"

namespace cpn::lua {
namespace {

void CheckExceptionArguments(lua_State* L, int count, std::string_view usage) {
  if (lua_gettop(L) == count) return;
  StateOf(L).Fail(L, fmt::format("{} takes {} {}, not {}", usage, count,
                                 count == 1 ? "argument" : "arguments", lua_gettop(L)));
}

int RaiseException(lua_State* L) {
  CheckExceptionArguments(L, 1, "raise(x)");
  return StateOf(L).RaiseValue(L);
}

/// handle(f, g): f(), or g(x) when that raises x.
int HandleException(lua_State* L) {
  CheckExceptionArguments(L, 2, "handle(function, function)");
  for (const int index : {1, 2}) {
    if (lua_type(L, index) == LUA_TFUNCTION) continue;
    StateOf(L).Fail(
        L, fmt::format("handle: argument {} is a function, not {}", index, Describe(L, index)));
  }
  lua_pushvalue(L, 1);
  if (StateOf(L).CallAndCatch(L)) return 1;
  lua_pushvalue(L, 2);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return 1;
}

}  // namespace

void OpenExceptionLibrary(lua_State* L) {
  AddToLibrary(L, {"raise", Guarded<RaiseException>});
  AddToLibrary(L, {"handle", Guarded<HandleException>});
}

}  // namespace cpn::lua
