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

}  // namespace cpn::lua
