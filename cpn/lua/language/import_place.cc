#include "cpn/lua/language/import_place.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "cpn/lua/language/loading.h"

namespace cpn::lua {

std::uint32_t ImportPlace(lua_State* L, const Handle& handle) {
  ModelState& m = ModelOf(L);
  const ModuleId module = m.loading->current.back();
  if (handle.a == module) return handle.b;
  const PlaceDeclaration& original = m.model.modules[handle.a].places[handle.b];
  if (original.name.empty()) {
    m.lua.Fail(L, "this place has no name yet: assign it first, as in Name = place(...)");
  }
  if (!original.fusion) {
    m.lua.FailAt(L, original.name,
                 fmt::format("place {} belongs to another module; it comes in through a port",
                             original.name));
  }
  std::vector<PlaceDeclaration>& places = CurrentModule(m).places;
  const auto [known, fresh] = m.loading->scopes[module].fusion_members.emplace(
      *original.fusion, static_cast<std::uint32_t>(places.size()));
  if (fresh) {
    PlaceDeclaration member;  // the set has its initial marking from its declaration
    member.name = original.name;
    member.type = original.type;
    member.port = original.port;
    member.fusion = original.fusion;
    member.where = original.where;
    places.push_back(std::move(member));
  }
  return known->second;
}

}  // namespace cpn::lua
