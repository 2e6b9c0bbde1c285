// The part of the language that makes inscriptions of more than a pattern: expr, each, when,
// copies, sum, all and _; and `transition`, which is in transition_library.cc.
#include <fmt/format.h>

#include <limits>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {
namespace {

bool IsComputation(lua_State* L, int index) {
  return lua_type(L, index) == LUA_TFUNCTION || HandleAt(L, index, HandleKind::kExpression);
}

int Expression(lua_State* L) {
  RequireLoading(L, "an expression");
  if (lua_type(L, 1) != LUA_TSTRING || lua_gettop(L) != 1) {
    StateOf(L).Fail(L, fmt::format("expr takes a Lua expression in a string, expr \"...\", not {}",
                                   Describe(L, 1)));
  }
  PushHandle(L, {HandleKind::kExpression, 0, 0, HereOf(L)}, 1);
  return 1;
}

int Each(lua_State* L) {
  RequireLoading(L, "each(...)");
  if (lua_gettop(L) != 1 || (lua_type(L, 1) != LUA_TSTRING && !IsComputation(L, 1))) {
    StateOf(L).Fail(L, fmt::format("each takes a function or an expression that yields a list, not "
                                   "{}",
                                   Describe(L, 1)));
  }
  PushHandle(L, {HandleKind::kEach, 0, 0, HereOf(L)}, 1);
  return 1;
}

int When(lua_State* L) {
  RequireLoading(L, "when(...)");
  const int count = lua_gettop(L);
  if (count < 2 || count > 3) {
    StateOf(L).Fail(L, fmt::format("when(condition, inscription [, otherwise]) takes two or three "
                                   "arguments, not {}",
                                   count));
  }
  if (lua_type(L, 1) != LUA_TSTRING && !IsComputation(L, 1)) {
    StateOf(L).Fail(L, fmt::format("the condition of when(...) is a function or an expression in a "
                                   "string, not {}",
                                   Describe(L, 1)));
  }
  lua_settop(L, 3);
  PushHandle(L, {HandleKind::kWhen, 0, 0, HereOf(L)}, 3);
  return 1;
}

int Copies(lua_State* L) {
  RequireLoading(L, "copies(...)");
  constexpr lua_Integer kMost = std::numeric_limits<std::uint32_t>::max();
  const bool integer = lua_type(L, 1) == LUA_TNUMBER && lua_isinteger(L, 1);
  if (lua_gettop(L) != 2 || !integer || lua_tointeger(L, 1) < 0 || lua_tointeger(L, 1) > kMost) {
    StateOf(L).Fail(L, fmt::format("copies(n, inscription) takes a number from 0 to {} and an "
                                   "inscription; each(...) is for a number that varies",
                                   kMost));
  }
  const auto count = static_cast<std::uint32_t>(lua_tointeger(L, 1));
  PushHandle(L, {HandleKind::kCopies, count, 0, HereOf(L)}, 1);
  return 1;
}

int Sum(lua_State* L) {
  RequireLoading(L, "sum(...)");
  const int count = lua_gettop(L);
  lua_createtable(L, count, 0);
  lua_insert(L, 1);
  for (int i = count; i >= 1; --i) lua_rawseti(L, 1, i);
  PushHandle(L, {HandleKind::kSum, 0, 0, HereOf(L)}, 1);
  return 1;
}

}  // namespace

void OpenInscriptionLibrary(lua_State* L) {
  static constexpr LibraryFunction kFunctions[] = {
      {"expr", Guarded<Expression>, Use::kDeclaring}, {"each", Guarded<Each>, Use::kDeclaring},
      {"when", Guarded<When>, Use::kDeclaring},       {"copies", Guarded<Copies>, Use::kDeclaring},
      {"sum", Guarded<Sum>, Use::kDeclaring},
  };
  for (const LibraryFunction& function : kFunctions) AddToLibrary(L, function);
  PushConstant(L, HandleKind::kAll);
  AddToLibrary(L, "all", Use::kDeclaring);
  PushConstant(L, HandleKind::kWildcard);
  AddToLibrary(L, "_", Use::kDeclaring);
}

}  // namespace cpn::lua
