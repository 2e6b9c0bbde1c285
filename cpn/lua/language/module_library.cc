#include "cpn/lua/language/module_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>
#include <utility>

#include "base/read_file.h"
#include "cpn/lua/interpreter/compile.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/colour_set_library.h"
#include "cpn/lua/language/environment.h"
#include "cpn/lua/language/import_place.h"
#include "cpn/lua/language/inscription.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/text/suggest.h"

namespace cpn::lua {
namespace {

constexpr std::uintmax_t kLargestFile = 8 << 20;

/// Runs declarations of another module, and returns to this one.
class InModule {
 public:
  InModule(ModelState* m, ModuleId module) : m_(m) { m_->loading->current.push_back(module); }
  ~InModule() { m_->loading->current.pop_back(); }
  InModule(const InModule&) = delete;
  InModule& operator=(const InModule&) = delete;

 private:
  ModelState* m_;
};

// ------------------------------------------------------------------------------------- places

int AddPlace(lua_State* L, PlaceDeclaration place) {
  ModelState& m = ModelOf(L);
  ModuleDeclaration& module = CurrentModule(m);
  module.places.push_back(std::move(place));
  PushHandle(L, {HandleKind::kPlace, m.loading->current.back(),
                 static_cast<std::uint32_t>(module.places.size() - 1), HereOf(L)});
  return 1;
}

/// Adds what the element at `index` stands for. A loop, and one slot of Lua's stack: a model can
/// nest copies(...) as deeply as it has memory for.
void AddTokens(lua_State* L, int index, PlaceDeclaration& place) {
  ModelState& m = ModelOf(L);
  std::uint64_t count = 1;
  lua_pushvalue(L, index);
  while (const Handle* copies = HandleAt(L, -1, HandleKind::kCopies)) {
    m.lua.Charge(L, 1);
    count *= copies->a;
    if (count > 0xFFFF'FFFFu) m.lua.Fail(L, fmt::format("{} tokens are too many", count));
    lua_getiuservalue(L, -1, 1);
    lua_replace(L, -2);
  }
  if (count > 0) {
    for (const Value v : ConstantsAt(L, -1, place.type, "initial marking")) {
      place.initial.push_back({v, static_cast<std::uint32_t>(count)});
    }
  }
  lua_pop(L, 1);
}

/// Reads place(colour set [, initial marking]).
PlaceDeclaration ReadPlace(lua_State* L, const std::string& what) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a place");
  PlaceDeclaration place;
  place.where = m.lua.Blame(L);
  if (lua_gettop(L) < 1 || lua_gettop(L) > 2) {
    m.lua.Fail(L,
               fmt::format("{}(colour set [, initial marking]) takes one or two arguments, not {}",
                           what, lua_gettop(L)));
  }
  place.type = ColourSetAt(L, 1, what);
  if (!lua_isnoneornil(L, 2)) ReadInitialMarking(L, 2, place);
  return place;
}

int DeclarePlace(lua_State* L) { return AddPlace(L, ReadPlace(L, "place")); }

int DeclareFusion(lua_State* L) {
  PlaceDeclaration place = ReadPlace(L, "fusion");
  // Its name comes with the assignment; until then a text that no other set has.
  const ModelState& m = ModelOf(L);
  place.fusion = fmt::format("#{}.{}", m.loading->current.back(),
                             m.model.modules[m.loading->current.back()].places.size());
  return AddPlace(L, std::move(place));
}

template <PortKind kPort>
int DeclarePort(lua_State* L) {
  static constexpr const char* kNames[] = {"", "In", "Out", "InOut"};
  const std::string what = kNames[static_cast<std::size_t>(kPort)];
  ModelState& m = ModelOf(L);
  if (lua_gettop(L) > 1) {
    m.lua.FailAt(L, what, "a port has no initial marking: its socket has");
  }
  PlaceDeclaration place = ReadPlace(L, what);
  place.port = kPort;
  if (m.loading->current.back() == m.model.top) {
    m.lua.FailAt(L, what,
                 fmt::format("{}(...) declares a port, and the top module has none: no "
                             "module is around it; declare a place(...)",
                             what));
  }
  return AddPlace(L, std::move(place));
}

// ------------------------------------------------------------------------------------ modules

int DeclareModule(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a module");
  if (lua_type(L, 1) != LUA_TFUNCTION || lua_iscfunction(L, 1)) {
    m.lua.Fail(L, fmt::format("a module is module(function(_ENV) ... end), not module({})",
                              Describe(L, 1)));
  }
  lua_settop(L, 1);
  const char* parameter = lua_getlocal(L, nullptr, 1);
  if (!parameter || std::string_view(parameter) != "_ENV") {
    m.lua.Fail(L,
               "the function of a module has the parameter _ENV: module(function(_ENV) ... end)");
  }
  lua_settop(L, 1);
  const auto id = static_cast<ModuleId>(m.model.modules.size());
  ModuleDeclaration module;
  module.where = m.lua.Blame(L);
  m.model.modules.push_back(std::move(module));
  m.loading->module_named.push_back(false);
  OpenScope(L, id, m.loading->current.back());
  {
    const InModule inside(&m, id);
    lua_pushvalue(L, 1);
    PushEnvironment(L, id);
    lua_call(L, 1, 0);
  }
  PushHandle(L, {HandleKind::kModule, id, 0, HereOf(L)});
  return 1;
}

std::vector<std::string> PortNames(const ModuleDeclaration& module) {
  std::vector<std::string> names;
  for (const PlaceDeclaration& place : module.places) {
    if (place.port != PortKind::kNone) names.push_back(place.name);
  }
  return names;
}

int DeclareSubstitution(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a substitution transition");
  const Handle* module = HandleAt(L, 1, HandleKind::kModule);
  if (!module || lua_gettop(L) > 2) {
    m.lua.Fail(L,
               fmt::format("a substitution transition is substitution(Module [, {{ Port = Socket "
                           "}}]), not substitution({})",
                           Describe(L, 1)));
  }
  SubstitutionDeclaration substitution;
  substitution.where = m.lua.Blame(L);
  substitution.module = module->a;
  const ModuleDeclaration& submodule = m.model.modules[module->a];
  if (!lua_isnoneornil(L, 2)) {
    const std::vector<std::string> ports = PortNames(submodule);
    const std::unordered_set<std::string_view> known(ports.begin(), ports.end());
    ForEachField(L, 2, "substitution", [&](const std::string& port, int index) {
      if (!known.count(port)) {
        throw ModelError(m.sources.Field(substitution.where, port),
                         fmt::format("module {} has no port {}{}", submodule.name, port,
                                     Alternatives(port, ports)));
      }
      const Handle* socket = HandleAt(L, index, HandleKind::kPlace);
      if (!socket) {
        throw ModelError(
            m.sources.Field(substitution.where, port),
            fmt::format("port {} takes a place, its socket, not {}", port, Describe(L, index)));
      }
      substitution.assignments.push_back({port, ImportPlace(L, *socket)});
    });
  }
  ModuleDeclaration& around = CurrentModule(m);
  around.substitutions.push_back(std::move(substitution));
  PushHandle(L, {HandleKind::kSubstitution, m.loading->current.back(),
                 static_cast<std::uint32_t>(around.substitutions.size() - 1), HereOf(L)});
  return 1;
}

// -------------------------------------------------------------------------------------- files

std::string ReadFile(const std::string& path, const std::string& shown) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    throw ModelError({}, fmt::format("there is no file {}", shown));
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw ModelError({}, fmt::format("{} is no regular file", shown));
  }
  if (std::filesystem::file_size(path, error) > kLargestFile) {
    throw ModelError({}, fmt::format("{} is too large for a model file (more than {} MiB)", shown,
                                     kLargestFile >> 20));
  }
  base::FileContents contents = base::ReadFile(path);
  if (contents.problem.empty()) return std::move(contents.bytes);
  throw ModelError({}, fmt::format("{} cannot be read: {}", shown, contents.problem));
}

bool IsModuleName(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_letter);
}

/// The model's own file of that name. Throws ModelError when it lies, or leads, elsewhere.
std::filesystem::path RequiredPath(lua_State* L, const std::string& name) {
  const ModelState& m = ModelOf(L);
  if (!IsModuleName(name)) {
    m.lua.FailAt(L, "require",
                 fmt::format("require \"{}\": it loads files of the model's own "
                             "folder, by name and without .lua",
                             name));
  }
  const std::filesystem::path path = m.loading->folder / (name + ".lua");
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    m.lua.FailAt(L, "require", fmt::format("require \"{}\": there is no {}", name, path.string()));
  }
  const auto folder =
      std::filesystem::canonical(m.loading->folder.empty() ? "." : m.loading->folder, error);
  if (std::filesystem::canonical(path, error).parent_path() != folder) {
    m.lua.FailAt(
        L, "require",
        fmt::format("require \"{}\": {} leads out of the model's folder", name, path.string()));
  }
  return path;
}

int Require(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a file");
  if (lua_type(L, 1) != LUA_TSTRING) {
    m.lua.Fail(L, fmt::format("require takes a name, not {}", Describe(L, 1)));
  }
  const std::string name = lua_tostring(L, 1);
  if (const auto known = m.loading->required.find(name); known != m.loading->required.end()) {
    if (known->second == LUA_NOREF) {
      m.lua.FailAt(L, "require", fmt::format("require \"{}\": it requires itself", name));
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, known->second);
    return 1;
  }
  const std::filesystem::path path = RequiredPath(L, name);
  m.loading->required[name] = LUA_NOREF;
  RunFile(L, path.string(), path.string());
  lua_pushvalue(L, -1);
  m.loading->required[name] = luaL_ref(L, LUA_REGISTRYINDEX);
  return 1;
}

// ------------------------------------------------------------------------------------ finish

/// The place of `module` that a port called `name` takes when nothing else is said.
std::optional<std::uint32_t> SocketOfName(lua_State* L, ModuleId module, const std::string& name) {
  ModelState& m = ModelOf(L);
  const int top = lua_gettop(L);
  std::optional<std::uint32_t> socket;
  if (PushName(L, module, name)) {
    if (const Handle* place = HandleAt(L, -1, HandleKind::kPlace)) {
      const InModule inside(&m, module);
      socket = ImportPlace(L, *place);
    }
  }
  lua_settop(L, top);
  return socket;
}

/// Ports without assignment take the socket of the same name.
void AssignPorts(lua_State* L) {
  ModelState& m = ModelOf(L);
  for (ModuleId id = 0; id < m.model.modules.size(); ++id) {
    for (std::size_t s = 0; s < m.model.modules[id].substitutions.size(); ++s) {
      SubstitutionDeclaration& substitution = m.model.modules[id].substitutions[s];
      std::unordered_set<std::string> assigned;
      for (const PortAssignment& a : substitution.assignments) assigned.insert(a.port);
      for (const std::string& port : PortNames(m.model.modules[substitution.module])) {
        if (assigned.count(port)) continue;
        if (const auto socket = SocketOfName(L, id, port)) {
          substitution.assignments.push_back({port, *socket});
        }
      }
    }
  }
}

/// A fusion set has the name of its declaration, with the module's unless that is the top one.
void NameFusionSets(ModelState& m) {
  std::map<std::string, std::string> names;
  for (ModuleId id = 0; id < m.model.modules.size(); ++id) {
    const ModuleDeclaration& module = m.model.modules[id];
    for (std::size_t i = 0; i < module.places.size(); ++i) {
      const PlaceDeclaration& place = module.places[i];
      if (place.fusion != fmt::format("#{}.{}", id, i)) continue;
      names[*place.fusion] = id == m.model.top ? place.name : module.name + '.' + place.name;
    }
  }
  for (ModuleDeclaration& module : m.model.modules) {
    for (PlaceDeclaration& place : module.places) {
      if (place.fusion) place.fusion = names.at(*place.fusion);
    }
  }
}

}  // namespace

void ReadInitialMarking(lua_State* L, int index, PlaceDeclaration& place) {
  ModelState& m = ModelOf(L);
  place.initial.clear();
  place.initial_text.clear();
  if (HandleAt(L, index, HandleKind::kAll)) {
    const std::vector<Value>* colours = m.colour_sets.Enumerate(place.type, *m.evaluator);
    const std::string& name = m.model.colour_sets[place.type].name;
    if (!colours) {
      m.lua.Fail(L, fmt::format("all stands for every colour of {}, and that has more than {}",
                                name, ColourSets::kSmall));
    }
    for (Value v : *colours) place.initial.push_back({v, 1});
    place.initial_text = "all";
    return;
  }
  if (lua_type(L, index) != LUA_TTABLE) {
    m.lua.Fail(L, fmt::format("an initial marking is a list of tokens, {{ ... }}, or all, not {}",
                              Describe(L, index)));
  }
  ForEachElement(L, index, "an initial marking",
                 [&](int element, lua_Integer) { AddTokens(L, element, place); });
  if (!place.initial.empty()) {
    place.initial_text = m.multisets.Format(m.multisets.Intern(place.initial));
  }
}

int IndexModule(lua_State* L) {
  ModelState& m = ModelOf(L);
  const ModuleId module = HandleAt(L, 1)->a;
  const std::string key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : Describe(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, m.loading->scopes[module].values);
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  if (!lua_isnil(L, -1)) return 1;
  std::vector<std::string> names;
  for (const auto& [name, where] : m.loading->scopes[module].names) names.push_back(name);
  const std::string& name = m.model.modules[module].name;
  throw ModelError(m.sources.Text(m.lua.Blame(L), key),
                   fmt::format("module {} has no {}{}", name, key, Alternatives(key, names)));
}

void RunFile(lua_State* L, const std::string& path, const std::string& shown) {
  RunText(L, ReadFile(path, shown), shown);
}

void RunText(lua_State* L, std::string text, const std::string& shown) {
  ModelState& m = ModelOf(L);
  if (text.starts_with(LUA_SIGNATURE[0])) {
    throw ModelError({}, fmt::format("{} is compiled Lua; models are source text", shown));
  }
  const SourceFile& file = m.sources.Add(shown, std::move(text));
  if (const auto error = Compile(L, {"", file.text(), "", file.tokens()}, shown)) {
    const bool at_end = error->token.kind == TokenKind::kEnd;
    throw ModelError(at_end ? SourceLocation{shown, error->line, 0}
                            : file.At(error->token.line, error->token.offset),
                     error->message);
  }
  PushEnvironment(L, m.model.top);
  lua_setupvalue(L, -2, 1);
  const InModule inside(&m, m.model.top);
  lua_call(L, 0, 1);
}

void FinishModules(lua_State* L) {
  ModelState& m = ModelOf(L);
  AssignPorts(L);
  NameFusionSets(m);
}

void OpenModuleLibrary(lua_State* L) {
  static constexpr LibraryFunction kFunctions[] = {
      {"place", Guarded<DeclarePlace>, Use::kDeclaring},
      {"fusion", Guarded<DeclareFusion>, Use::kDeclaring},
      {"In", Guarded<DeclarePort<PortKind::kIn>>, Use::kDeclaring},
      {"Out", Guarded<DeclarePort<PortKind::kOut>>, Use::kDeclaring},
      {"InOut", Guarded<DeclarePort<PortKind::kInOut>>, Use::kDeclaring},
      {"module", Guarded<DeclareModule>, Use::kDeclaring},
      {"substitution", Guarded<DeclareSubstitution>, Use::kDeclaring},
      {"require", Guarded<Require>, Use::kDeclaring},
  };
  for (const LibraryFunction& function : kFunctions) AddToLibrary(L, function);
}

}  // namespace cpn::lua
