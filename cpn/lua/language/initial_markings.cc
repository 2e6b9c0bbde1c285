#include "cpn/lua/language/initial_markings.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/language/module_library.h"
#include "cpn/lua/text/suggest.h"

namespace cpn::lua {
namespace {

std::string NameOf(const ModelState& m, ModuleId module, const PlaceDeclaration& place) {
  return module == m.model.top ? place.name : m.model.modules[module].name + '.' + place.name;
}

/// The declaration that decides the place's initial marking. Throws ModelError when none does.
PlaceDeclaration& PlaceNamed(ModelState& m, const std::string& name, const SourceLocation& where) {
  std::vector<std::string> known;
  for (ModuleId id = 0; id < m.model.modules.size(); ++id) {
    for (PlaceDeclaration& place : m.model.modules[id].places) {
      // Members of a fusion set have it from its declaration, ports from their sockets.
      const std::string own = NameOf(m, id, place);
      if (place.fusion && *place.fusion != own) continue;
      if (own != name) {
        if (place.port == PortKind::kNone) known.push_back(own);
        continue;
      }
      if (place.port == PortKind::kNone) return place;
      throw ModelError(
          where, fmt::format("{} is a port, and has no initial marking: its socket has", name));
    }
  }
  throw ModelError(where,
                   fmt::format("the model has no place {}{}", name, Alternatives(name, known)));
}

void SetInitialMarking(lua_State* L, const std::string& name, const std::string& inscription) {
  const SourceLocation where{"--initial " + name, 1, 0};
  PlaceDeclaration& place = PlaceNamed(ModelOf(L), name, where);
  const int top = lua_gettop(L);
  RunText(L, "return " + inscription, where.file);
  try {
    ReadInitialMarking(L, lua_gettop(L), place);
  } catch (const ModelError& error) {
    if (!error.where().file.empty()) throw;
    throw ModelError(where, error.message());
  }
  lua_settop(L, top);
}

}  // namespace

void SetInitialMarkings(lua_State* L) {
  for (const auto& [name, inscription] : LoadingOf(L).options.initial_markings) {
    SetInitialMarking(L, name, inscription);
  }
}

}  // namespace cpn::lua
