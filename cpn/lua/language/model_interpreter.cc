#include "cpn/lua/language/model_interpreter.h"

#include <optional>

#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/environment.h"
#include "cpn/lua/language/handle_methods.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {

void OpenLanguage(lua_State* L) {
  ModelState& m = ModelOf(L);
  lua_newtable(L);
  m.loading->library = luaL_ref(L, LUA_REGISTRYINDEX);
  OpenHandleMethods(L);
  OpenValueTables(L);
  OpenStandardLibrary(L);
  OpenListLibrary(L);
  OpenExceptionLibrary(L);
  OpenColourSetLibrary(L);
  OpenParameterLibrary(L);
  OpenModuleLibrary(L);
  OpenInscriptionLibrary(L);
  OpenTransitionLibrary(L);
  OpenTestLibrary(L);
  OpenPropertyLibrary(L);
  OpenChartLibrary(L);
  m.model.modules.emplace_back();
  m.loading->module_named.push_back(true);
  OpenScope(L, m.model.top, std::nullopt);
}

void RememberSharedState(lua_State* L) {
  ModelState& m = ModelOf(L);
  std::vector<LuaReference> functions;
  const auto add = [&](const std::optional<Hook>& hook) {
    if (hook) functions.push_back(hook->function);
  };
  const auto add_all = [&](const TransitionHooks& hooks) {
    for (const auto& [transition, hook] : hooks) add(hook);
  };
  for (const FunctionBody& body : m.bodies) {
    if (body.kind == FunctionBody::Kind::kLua) functions.push_back(body.function);
  }
  for (const Hook& hook : m.loading->state_functions) add(hook);
  for (const auto& test : m.loading->tests) {
    add_all(test->observe);
    for (const auto& hook : {test->detection, test->observation, test->format, test->normalise,
                             test->suite, test->attributes, test->pairwise}) {
      add(hook);
    }
  }
  if (m.loading->chart) add_all(m.loading->chart->messages);
  std::vector<LuaReference> tables;
  for (const Scope& scope : m.loading->scopes) tables.push_back(scope.values);
  m.shared.Remember(L, functions, tables);
}

}  // namespace cpn::lua
