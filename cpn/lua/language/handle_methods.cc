#include "cpn/lua/language/handle_methods.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/language/colour_set_library.h"
#include "cpn/lua/language/inscription.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/language/module_library.h"
#include "cpn/lua/run/state_functions.h"

namespace cpn::lua {
namespace {

std::string DescribeHandleOf(lua_State* L, const Handle& handle, bool brief) {
  const ModelState& m = ModelOf(L);
  const auto named = [brief](std::string_view what, const std::string& name) {
    if (name.empty()) return fmt::format("a {}", what);
    return brief ? name : fmt::format("the {} {}", what, name);
  };
  switch (handle.kind) {
    case HandleKind::kColourSet:
      return named("colour set", m.model.colour_sets[handle.a].name);
    case HandleKind::kConstructor:
      return named("constructor", m.model.colour_sets[handle.a].fields[handle.b].name);
    case HandleKind::kConstructed:
      return m.model.colour_sets[handle.a].fields[handle.b].name + "(...)";
    case HandleKind::kVariable:
      return named("variable", m.loading->variables[handle.a].name);
    case HandleKind::kPlace:
      return named("place", m.model.modules[handle.a].places[handle.b].name);
    case HandleKind::kModule:
      return named("module", m.model.modules[handle.a].name);
    case HandleKind::kTransition:
      return named("transition", m.model.modules[handle.a].transitions[handle.b].name);
    case HandleKind::kSubstitution:
      return named("substitution transition",
                   m.model.modules[handle.a].substitutions[handle.b].name);
    case HandleKind::kParameter:
      return "a param before it has a name";
    case HandleKind::kUnit:
      return "unit";
    case HandleKind::kAll:
      return "all";
    case HandleKind::kWildcard:
      return "_";
    case HandleKind::kInscription: {
      const Inscription& inscription = m.loading->inscriptions[handle.a];
      return fmt::format("the arc inscription {}({})",
                         m.model.modules[inscription.module].places[inscription.place].name,
                         inscription.text);
    }
    case HandleKind::kExpression:
      return "expr(...)";
    case HandleKind::kEach:
      return "each(...)";
    case HandleKind::kCopies:
      return "copies(...)";
    case HandleKind::kSum:
      return "sum(...)";
    case HandleKind::kWhen:
      return "when(...)";
    case HandleKind::kCons:
      return "cons(...)";
    case HandleKind::kFormula:
      return "a formula";
    case HandleKind::kMarking:
      return m.state_functions->Describe(handle.a);
  }
  return "a value";
}

int Index(lua_State* L) {
  const Handle handle = *HandleAt(L, 1);
  if (handle.kind == HandleKind::kColourSet) return IndexColourSet(L);
  if (handle.kind == HandleKind::kModule) return IndexModule(L);
  if (handle.kind == HandleKind::kMarking) {
    return ModelOf(L).state_functions->Index(L, handle.a);
  }
  StateOf(L).Fail(L, fmt::format("{} has no fields, so no .{}", DescribeHandle(L, handle),
                                 lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "[...]"));
}

int Call(lua_State* L) {
  const Handle handle = *HandleAt(L, 1);
  if (handle.kind == HandleKind::kPlace) return CallPlace(L);
  if (handle.kind == HandleKind::kConstructor) return CallConstructor(L);
  StateOf(L).Fail(L, fmt::format("{} cannot be called", DescribeHandle(L, handle)));
}

int NewIndex(lua_State* L) {
  StateOf(L).Fail(L, fmt::format("{} cannot be changed", DescribeHandle(L, *HandleAt(L, 1))));
}

/// Arithmetic and comparison: w + 1 outside of an expression.
int Compute(lua_State* L) {
  const Handle* handle = HandleAt(L, 1) ? HandleAt(L, 1) : HandleAt(L, 2);
  const std::string what = DescribeHandle(L, *handle);
  if (handle->kind == HandleKind::kVariable) {
    StateOf(L).Fail(L, fmt::format("{} has no value while the model loads; compute with it in an "
                                   "expression, expr \"...\", or a function that names it as a "
                                   "parameter",
                                   what));
  }
  StateOf(L).Fail(L, fmt::format("{} cannot be computed with", what));
}

int Text(lua_State* L) {
  const std::string text = DescribeHandle(L, *HandleAt(L, 1));
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

}  // namespace

void OpenHandleMethods(lua_State* L) {
  lua_newtable(L);
  const auto set = [L](const char* name, lua_CFunction function) {
    lua_pushcfunction(L, function);
    lua_setfield(L, -2, name);
  };
  set("__index", Guarded<Index>);
  set("__newindex", Guarded<NewIndex>);
  set("__call", Guarded<Call>);
  set("__tostring", Guarded<Text>);
  for (const char* name :
       {"__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__idiv", "__band", "__bor",
        "__bxor", "__shl", "__shr", "__bnot", "__concat", "__len", "__lt", "__le"}) {
    set(name, Guarded<Compute>);
  }
  OpenHandles(L, DescribeHandleOf);
}

}  // namespace cpn::lua
