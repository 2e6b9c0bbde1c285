#include "cpn/lua/language/colour_set_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/environment.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/text/suggest.h"
#include "cpn/values/colour_sets.h"

namespace cpn::lua {
namespace {

/// Whatever works on colours descends into them: beyond these a declaration is a mistake.
constexpr std::uint64_t kDeepestColourSet = 50;
constexpr std::uint64_t kLargestColourSet = 10'000;
constexpr std::size_t kLongestDescription = 1000;
constexpr std::size_t kLongestName = 1000;

ColourSetExtent ExtentOf(const ModelState& m, const ColourSet& set) {
  ColourSetExtent extent;
  const auto add = [&](ColourSetId part) {
    extent.depth = std::max(extent.depth, m.loading->colour_set_extents[part].depth + 1);
    extent.parts += m.loading->colour_set_extents[part].parts;
  };
  for (const ColourSetId part : set.parts) add(part);
  for (const ColourSetField& field : set.fields) {
    if (field.type) add(*field.type);
  }
  return extent;
}

void CheckExtent(lua_State* L, const ColourSetExtent& extent) {
  if (extent.depth > kDeepestColourSet) {
    StateOf(L).Fail(L, fmt::format("colour sets nest at most {} deep", kDeepestColourSet));
  }
  if (extent.parts > kLargestColourSet) {
    StateOf(L).Fail(L, fmt::format("a colour set has at most {} parts, those of its parts "
                                   "included",
                                   kLargestColourSet));
  }
}

int AddColourSet(lua_State* L, ColourSet set) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a colour set");
  m.loading->colour_set_extents.push_back(ExtentOf(m, set));
  CheckExtent(L, m.loading->colour_set_extents.back());
  // A set without a name has a description, which grows with those of its parts.
  if (set.name.size() > kLongestDescription) {
    set.name = set.name.substr(0, kLongestDescription) + "...";
  }
  set.where = m.lua.Blame(L);
  m.model.colour_sets.push_back(std::move(set));
  m.loading->colour_set_named.push_back(false);
  const auto id = static_cast<ColourSetId>(m.model.colour_sets.size() - 1);
  PushHandle(L, {HandleKind::kColourSet, id, 0, HereOf(L)});
  return 1;
}

const std::string& NameOf(lua_State* L, ColourSetId set) {
  return ModelOf(L).model.colour_sets[set].name;
}

void CheckArguments(lua_State* L, int expected, std::string_view usage) {
  if (lua_gettop(L) == expected) return;
  StateOf(L).Fail(L, fmt::format("{} takes {} argument{}, not {}", usage, expected,
                                 expected == 1 ? "" : "s", lua_gettop(L)));
}

void CheckBounds(lua_State* L, std::int64_t low, std::int64_t high) {
  if (low > high) StateOf(L).Fail(L, fmt::format("{}..{} has no colours", low, high));
}

int Range(lua_State* L) {
  CheckArguments(L, 2, "range(low, high)");
  ColourSet set;
  set.kind = ColourSetKind::kRange;
  set.low = IntegerAt(L, 1, "range: the lower bound");
  set.high = IntegerAt(L, 2, "range: the upper bound");
  CheckBounds(L, set.low, set.high);
  set.name = fmt::format("range({}, {})", set.low, set.high);
  return AddColourSet(L, std::move(set));
}

int Index(lua_State* L) {
  CheckArguments(L, 3, "index(name, low, high)");
  ColourSet set;
  set.kind = ColourSetKind::kIndex;
  set.names = {StringAt(L, 1, "index: the name")};
  set.low = IntegerAt(L, 2, "index: the lower bound");
  set.high = IntegerAt(L, 3, "index: the upper bound");
  CheckBounds(L, set.low, set.high);
  set.name = fmt::format("index(\"{}\", {}, {})", set.names[0], set.low, set.high);
  return AddColourSet(L, std::move(set));
}

int Enum(lua_State* L) {
  CheckArguments(L, 1, "enum { \"name\", ... }");
  ColourSet set;
  set.kind = ColourSetKind::kEnum;
  std::unordered_set<std::string> known;
  ForEachElement(L, 1, "enum", [&](int index, lua_Integer i) {
    std::string name = StringAt(L, index, fmt::format("enum: name {}", i));
    if (!known.insert(name).second) {
      StateOf(L).Fail(L, fmt::format("enum: \"{}\" stands there twice", name));
    }
    if (name.empty()) StateOf(L).Fail(L, fmt::format("enum: name {} is empty", i));
    if (name.size() > kLongestName) {
      StateOf(L).Fail(L, fmt::format("enum: name {} has more than {} bytes", i, kLongestName));
    }
    set.names.push_back(std::move(name));
  });
  if (set.names.empty()) StateOf(L).Fail(L, "an enum has at least one name");
  set.name = fmt::format("enum {{{}}}", Listing(set.names));
  return AddColourSet(L, std::move(set));
}

int Product(lua_State* L) {
  ColourSet set;
  set.kind = ColourSetKind::kProduct;
  std::vector<std::string> names;
  for (int i = 1; i <= lua_gettop(L); ++i) {
    set.parts.push_back(ColourSetAt(L, i, fmt::format("product, component {}", i)));
    names.push_back(NameOf(L, set.parts.back()));
  }
  if (set.parts.size() < 2) StateOf(L).Fail(L, "a product has at least two components");
  set.name = fmt::format("product({})", Listing(names));
  return AddColourSet(L, std::move(set));
}

int Record(lua_State* L) {
  CheckArguments(L, 1, "record { field = colour set, ... }");
  ColourSet set;
  set.kind = ColourSetKind::kRecord;
  ForEachField(L, 1, "record", [&](const std::string& name, int index) {
    set.fields.push_back({name, ColourSetAt(L, index, "record, field " + name)});
  });
  if (set.fields.empty()) StateOf(L).Fail(L, "a record has at least one field");
  set.name = fmt::format("record {{{}}}", Listing(FieldNames(set)));
  return AddColourSet(L, std::move(set));
}

int List(lua_State* L) {
  CheckArguments(L, 1, "list(colour set)");
  ColourSet set;
  set.kind = ColourSetKind::kList;
  set.parts = {ColourSetAt(L, 1, "list")};
  set.name = fmt::format("list({})", NameOf(L, set.parts[0]));
  return AddColourSet(L, std::move(set));
}

int Union(lua_State* L) {
  CheckArguments(L, 1, "union { Constructor = colour set, ... }");
  ModelState& m = ModelOf(L);
  ColourSet set;
  set.kind = ColourSetKind::kUnion;
  ForEachField(L, 1, "union", [&](const std::string& name, int index) {
    const ColourSetId type = ColourSetAt(L, index, "union, constructor " + name);
    const bool unit = m.model.colour_sets[type].kind == ColourSetKind::kUnit;
    set.fields.push_back({name, unit ? std::nullopt : std::optional(type)});
  });
  if (set.fields.empty()) StateOf(L).Fail(L, "a union has at least one constructor");
  set.name = fmt::format("union {{{}}}", Listing(FieldNames(set)));
  return AddColourSet(L, std::move(set));
}

int Subset(lua_State* L) {
  CheckArguments(L, 2, "subset(colour set, function(x) return ... end)");
  ColourSet set;
  set.kind = ColourSetKind::kSubset;
  set.parts = {ColourSetAt(L, 1, "subset")};
  if (lua_type(L, 2) != LUA_TFUNCTION || lua_iscfunction(L, 2)) {
    StateOf(L).Fail(L, fmt::format("subset: the predicate is a function(x) return ... end, not {}",
                                   Describe(L, 2)));
  }
  set.predicate = AddPredicate(L, 2);
  set.name = fmt::format("subset({})", NameOf(L, set.parts[0]));
  return AddColourSet(L, std::move(set));
}

int Alias(lua_State* L) {
  CheckArguments(L, 1, "alias(colour set)");
  ColourSet set;
  set.kind = ColourSetKind::kAlias;
  set.parts = {ColourSetAt(L, 1, "alias")};
  set.name = fmt::format("alias({})", NameOf(L, set.parts[0]));
  return AddColourSet(L, std::move(set));
}

// ------------------------------------------------------------------------------------ symmetry

/// The set that a chain of aliases and subsets begins with.
const ColourSet& RootOf(const ModelState& m, ColourSetId id) {
  const ColourSet* set = &m.model.colour_sets[id];
  while (set->kind == ColourSetKind::kAlias || set->kind == ColourSetKind::kSubset) {
    set = &m.model.colour_sets[set->parts[0]];
  }
  return *set;
}

int Symmetric(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "symmetric");
  if (lua_gettop(L) == 0) StateOf(L).Fail(L, "symmetric(colour set, ...) takes a colour set");
  for (int i = 1; i <= lua_gettop(L); ++i) {
    const ColourSetId id = ColourSetAt(L, i, fmt::format("symmetric, argument {}", i));
    const ColourSetKind kind = RootOf(m, id).kind;
    if (kind != ColourSetKind::kRange && kind != ColourSetKind::kIndex &&
        kind != ColourSetKind::kEnum) {
      StateOf(L).Fail(L, fmt::format("{} cannot be symmetric: that is for a range, an index, an "
                                     "enum, or a subset of one",
                                     NameOf(L, id)));
    }
    m.model.symmetric.push_back({id, m.lua.Blame(L)});
  }
  return 0;
}

// ----------------------------------------------------------------------------------- variables

int Var(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a variable");
  CheckArguments(L, 1, "var { name = colour set, ... }");
  const SourceLocation where = m.lua.Blame(L);
  const ModuleId module = m.loading->current.back();
  PushEnvironment(L, module);
  const int environment = lua_gettop(L);
  ForEachField(L, 1, "var", [&](const std::string& name, int index) {
    const ColourSetId type = ColourSetAt(L, index, "var, variable " + name);
    m.loading->variables.push_back({name, type, m.sources.Field(where, name)});
    const auto id = static_cast<std::uint32_t>(m.loading->variables.size() - 1);
    PushHandle(L, {HandleKind::kVariable, id, 0, HereOf(L)});
    lua_setfield(L, environment, name.c_str());
    m.loading->scopes[module].names[name] = m.loading->variables[id].where;
  });
  return 0;
}

}  // namespace

ColourSetId ColourSetAt(lua_State* L, int index, std::string_view what) {
  if (const Handle* handle = HandleAt(L, index, HandleKind::kColourSet)) return handle->a;
  StateOf(L).Fail(L, fmt::format("{} is a colour set, not {}", what, Describe(L, index)));
}

int IndexColourSet(lua_State* L) {
  ModelState& m = ModelOf(L);
  const Handle handle = *HandleAt(L, 1);
  const ColourSet& set = m.model.colour_sets[handle.a];
  const std::string key = StringAt(L, 2, "a constructor");
  if (set.kind != ColourSetKind::kUnion) {
    m.lua.FailAt(L, set.name,
                 fmt::format("{} is no union and has no constructor {}", set.name, key));
  }
  for (std::uint32_t i = 0; i < set.fields.size(); ++i) {
    if (set.fields[i].name != key) continue;
    if (IsEvaluating(m) && !set.fields[i].type) {
      m.converter.Push(L, m.values.Union(key, m.values.Unit()));
    } else {
      PushHandle(L, {HandleKind::kConstructor, handle.a, i, 0});
    }
    return 1;
  }
  throw ModelError(m.sources.Text(m.lua.Blame(L), key),
                   fmt::format("union {} has no constructor {}{}", set.name, key,
                               Alternatives(key, FieldNames(set))));
}

void OpenColourSetLibrary(lua_State* L) {
  ModelState& m = ModelOf(L);
  const std::pair<const char*, ColourSetKind> predefined[] = {{"UNIT", ColourSetKind::kUnit},
                                                              {"BOOL", ColourSetKind::kBool},
                                                              {"INT", ColourSetKind::kInt},
                                                              {"STRING", ColourSetKind::kString}};
  for (const auto& [name, kind] : predefined) {
    ColourSet set;
    set.kind = kind;
    set.name = name;
    m.model.colour_sets.push_back(std::move(set));
    m.loading->colour_set_extents.emplace_back();
    m.loading->colour_set_named.push_back(true);
    const auto id = static_cast<ColourSetId>(m.model.colour_sets.size() - 1);
    PushHandle(L, {HandleKind::kColourSet, id, 0, 0});
    AddToLibrary(L, name, Use::kAlways);
  }
  static constexpr LibraryFunction kFunctions[] = {
      {"range", Guarded<Range>, Use::kDeclaring},
      {"index", Guarded<Index>, Use::kDeclaring},
      {"enum", Guarded<Enum>, Use::kDeclaring},
      {"product", Guarded<Product>, Use::kDeclaring},
      {"record", Guarded<Record>, Use::kDeclaring},
      {"list", Guarded<List>, Use::kDeclaring},
      {"union", Guarded<Union>, Use::kDeclaring},
      {"subset", Guarded<Subset>, Use::kDeclaring},
      {"alias", Guarded<Alias>, Use::kDeclaring},
      {"var", Guarded<Var>, Use::kDeclaring},
      {"symmetric", Guarded<Symmetric>, Use::kDeclaring},
  };
  for (const LibraryFunction& function : kFunctions) AddToLibrary(L, function);
  PushConstant(L, HandleKind::kUnit);
  AddToLibrary(L, "unit", Use::kAlways);
}

}  // namespace cpn::lua
