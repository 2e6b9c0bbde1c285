#include "cpn/lua/language/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/nearest.h"
#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/language/parameter_library.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kLongestGlobal = 1000;
/// Names that the tables of all modules may have together; see Freeze().
constexpr std::size_t kMostCopiedNames = 200'000;

ModuleId ModuleOf(lua_State* L) {
  return static_cast<ModuleId>(lua_tointeger(L, lua_upvalueindex(1)));
}

std::string NameOf(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) {
    StateOf(L).Fail(L, fmt::format("{} is no name", Describe(L, index)));
  }
  std::size_t size = 0;
  const char* text = lua_tolstring(L, index, &size);
  return {text, size};
}

/// Pushes table[name]; false, and nothing pushed, when it is nil.
bool PushField(lua_State* L, LuaReference table, std::string_view name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, table);
  lua_pushlstring(L, name.data(), name.size());
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

/// May modules inside see this declaration? (Invariant 2.)
bool IsInherited(const ModelState& m, const Handle* handle) {
  if (!handle) return true;
  if (handle->kind == HandleKind::kPlace) {
    return m.model.modules[handle->a].places[handle->b].fusion.has_value();
  }
  return handle->kind != HandleKind::kTransition && handle->kind != HandleKind::kSubstitution;
}

/// What inscriptions and hooks may see: computation, not declarations.
bool IsComputation(const Handle* handle) {
  return !handle || handle->kind == HandleKind::kColourSet || handle->kind == HandleKind::kUnit;
}

std::string ModuleText(const ModelState& m, ModuleId module) {
  return module == m.model.top ? "the top module" : "module " + m.model.modules[module].name;
}

std::vector<std::string> KnownNames(const ModelState& m, ModuleId module) {
  std::vector<std::string> known(m.loading->library_names.begin(), m.loading->library_names.end());
  for (std::optional<ModuleId> s = module; s; s = m.loading->scopes[*s].parent) {
    for (const auto& [name, where] : m.loading->scopes[*s].names) known.push_back(name);
  }
  return known;
}

/// The line below `where` in which its file declares `name`; 0 when there is none.
int LineOfLaterDeclaration(const ModelState& m, std::string_view name,
                           const SourceLocation& where) {
  const SourceFile* file = m.sources.Find(where.file);
  if (!file) return 0;
  const std::vector<Token>& tokens = file->tokens();
  int open = 0;  // tables around the token
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    const Token& token = tokens[i];
    open += tokens[i - 1].Is("{") ? 1 : tokens[i - 1].Is("}") ? -1 : 0;
    if (token.line <= where.line || token.kind != TokenKind::kName || token.text != name) continue;
    const bool assigned =
        tokens[i + 1].Is("=") && !tokens[i - 1].Is(".") && !tokens[i - 1].Is("local") && open <= 0;
    if (assigned || tokens[i - 1].Is("function")) return token.line;
  }
  return 0;
}

/// A hint when `name` is a colour of an enumeration: those are written as strings.
std::string ColourHint(const ModelState& m, std::string_view name) {
  for (const ColourSet& set : m.model.colour_sets) {
    if (set.kind != ColourSetKind::kEnum) continue;
    if (std::find(set.names.begin(), set.names.end(), name) == set.names.end()) continue;
    return fmt::format("; the colour of {} is written \"{}\", in quotes", set.name, name);
  }
  return "";
}

/// The module around `module` whose place or transition `name` is not visible there.
std::optional<ModuleId> HiddenIn(lua_State* L, ModuleId module, std::string_view name) {
  const ModelState& m = ModelOf(L);
  for (auto s = m.loading->scopes[module].parent; s; s = m.loading->scopes[*s].parent) {
    if (m.loading->scopes[*s].names.count(name)) return s;
  }
  return std::nullopt;
}

// ------------------------------------------------------------------------------ declaring names

/// A second name for a declaration would be a second identity.
void CheckUnnamed(lua_State* L, bool named, std::string_view what, std::string_view old_name,
                  std::string_view name, std::string_view advice) {
  if (!named) return;
  StateOf(L).FailAt(L, name, fmt::format("{} {} has its name already{}", what, old_name, advice));
}

/// Names a place, a transition or a substitution transition: `what` it is, for messages.
template <typename Declaration>
void GiveName(lua_State* L, std::string_view what, const std::string& name,
              Declaration& declaration) {
  CheckUnnamed(L, !declaration.name.empty(), what, declaration.name, name, "");
  declaration.name = name;
  declaration.where = ModelOf(L).sources.Name(declaration.where, name);
}

void NameDeclaration(lua_State* L, ModuleId scope, const std::string& name, int value) {
  ModelState& m = ModelOf(L);
  const Handle* handle = HandleAt(L, value);
  if (!handle) return;
  const auto check_module = [&](std::string_view what) {
    if (handle->a == scope) return;
    m.lua.FailAt(L, name,
                 fmt::format("this {} was made in {}, not in {}", what, ModuleText(m, handle->a),
                             ModuleText(m, scope)));
  };
  switch (handle->kind) {
    case HandleKind::kColourSet: {
      ColourSet& set = m.model.colour_sets[handle->a];
      CheckUnnamed(L, m.loading->colour_set_named[handle->a], "colour set", set.name, name,
                   fmt::format("; write {} = alias({})", name, set.name));
      m.loading->colour_set_named[handle->a] = true;
      set.name = name;
      break;
    }
    case HandleKind::kModule: {
      ModuleDeclaration& module = m.model.modules[handle->a];
      CheckUnnamed(L, m.loading->module_named[handle->a], "module", module.name, name, "");
      m.loading->module_named[handle->a] = true;
      module.name = name;
      break;
    }
    case HandleKind::kPlace:
      check_module("place");
      GiveName(L, "place", name, m.model.modules[handle->a].places[handle->b]);
      break;
    case HandleKind::kTransition:
      check_module("transition");
      GiveName(L, "transition", name, m.model.modules[handle->a].transitions[handle->b]);
      break;
    case HandleKind::kSubstitution:
      check_module("substitution transition");
      GiveName(L, "substitution transition", name,
               m.model.modules[handle->a].substitutions[handle->b]);
      break;
    case HandleKind::kParameter:
      PushParameterValue(L, *handle, name);
      lua_replace(L, value);
      break;
    case HandleKind::kFormula: {
      std::string& formula_name = m.loading->formulas[handle->a].formula.name;
      if (formula_name.empty()) formula_name = name;
      break;
    }
    default:
      break;
  }
}

void CheckIdentifier(lua_State* L, const std::string& name) {
  if (name.size() > kLongestGlobal) {
    StateOf(L).Fail(L, fmt::format("a name has at most {} bytes", kLongestGlobal));
  }
  const std::vector<Token> tokens = Tokenise(name);
  if (tokens.size() == 2 && tokens[0].kind == TokenKind::kName && tokens[0].text == name) return;
  StateOf(L).Fail(L, fmt::format("\"{}\" is no name: letters, digits and _ make names", name));
}

/// _ENV.name = value (table, name, value).
int Assign(lua_State* L) {
  ModelState& m = ModelOf(L);
  const ModuleId module = ModuleOf(L);
  const std::string name = NameOf(L, 2);
  if (!m.loading->running || IsEvaluating(m)) {
    m.lua.FailAt(L, name,
                 fmt::format("{} is assigned inside an inscription; inscriptions are pure: "
                             "use a local variable",
                             name));
  }
  if (lua_isnil(L, 3)) m.lua.FailAt(L, name, fmt::format("{} is assigned nothing (nil)", name));
  CheckIdentifier(L, name);
  if (m.loading->library_names.count(name)) {
    m.lua.FailAt(L, name, fmt::format("{} is a name of the model language; choose another", name));
  }
  const SourceLocation where = m.sources.Name(m.lua.Blame(L), name);
  const Handle* handle = HandleAt(L, 3);
  if (handle && handle->kind == HandleKind::kSubstitution) {
    auto& instances = m.loading->scopes[module].instances;
    if (const auto known = instances.find(name); known != instances.end()) {
      throw ModelError(where, fmt::format("the instance {} is declared already, in line {} of {}",
                                          name, known->second.line, known->second.file));
    }
    NameDeclaration(L, module, name, 3);
    instances.emplace(name, m.model.modules[module].substitutions[handle->b].where);
    return 0;
  }
  const auto known = m.loading->scopes[module].names.find(name);
  if (known != m.loading->scopes[module].names.end()) {
    throw ModelError(where, fmt::format("{} is declared already, in line {} of {}; for computing, "
                                        "use a local variable",
                                        name, known->second.line, known->second.file));
  }
  NameDeclaration(L, module, name, 3);
  m.loading->scopes[module].names.emplace(name, where);
  lua_rawgeti(L, LUA_REGISTRYINDEX, m.loading->scopes[module].values);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  return 0;
}

/// _ENV.name while the model loads.
int Look(lua_State* L) {
  const std::string name = NameOf(L, 2);
  if (PushName(L, ModuleOf(L), name)) return 1;
  ModelState& m = ModelOf(L);
  FailUnknownName(L, ModuleOf(L), name, m.lua.BlameName(L, name));
}

/// _ENV.name inside inscriptions, when it is nothing that they may see.
int LookInVain(lua_State* L) {
  const std::string name = NameOf(L, 2);
  const SourceLocation where = StateOf(L).BlameName(L, name);
  if (!PushName(L, ModuleOf(L), name)) FailUnknownName(L, ModuleOf(L), name, where);
  const Handle* handle = HandleAt(L, -1);
  if (handle && handle->kind == HandleKind::kVariable) {
    throw ModelError(where, fmt::format("{} is a variable: a function that reads it names it as a "
                                        "parameter",
                                        name));
  }
  throw ModelError(
      where, fmt::format("{} is for declarations; inscriptions and hooks cannot use it", name));
}

/// _ENV.name inside inscriptions, where no table has what they may see.
int LookUp(lua_State* L) {
  const std::string name = NameOf(L, 2);
  const bool visible = PushName(L, ModuleOf(L), name) &&
                       !LoadingOf(L).declaring_names.count(name) && IsComputation(HandleAt(L, -1));
  return visible ? 1 : LookInVain(L);
}

void SetFunction(lua_State* L, const char* field, lua_CFunction function, ModuleId module) {
  lua_pushinteger(L, module);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, field);
}

/// Copies what inscriptions may see of a scope into the table on the top of the stack.
void CopyComputation(lua_State* L, const Scope& scope) {
  for (const auto& [name, where] : scope.names) {
    if (!PushField(L, scope.values, name)) continue;
    lua_pushlstring(L, name.data(), name.size());
    if (IsComputation(HandleAt(L, -2))) {
      lua_insert(L, -2);
    } else {
      // It hides a name of the same spelling further out.
      lua_remove(L, -2);
      lua_pushnil(L);
    }
    lua_rawset(L, -3);
  }
}

std::size_t NamesSeenIn(const Loading& loading, ModuleId module) {
  std::size_t names = loading.library_names.size();
  for (std::optional<ModuleId> s = module; s; s = loading.scopes[*s].parent) {
    names += loading.scopes[*s].names.size();
  }
  return names;
}

void CopyScopes(lua_State* L, ModuleId module) {
  const Scope& scope = LoadingOf(L).scopes[module];
  if (scope.parent) CopyScopes(L, *scope.parent);
  CopyComputation(L, scope);
}

void CopyLibrary(lua_State* L) {
  const ModelState& m = ModelOf(L);
  for (const std::string& name : m.loading->library_names) {
    if (m.loading->declaring_names.count(name) || !PushField(L, m.loading->library, name)) continue;
    lua_setfield(L, -2, name.c_str());
  }
}

[[noreturn]] void FailUnnamed(const SourceLocation& where, std::string_view what) {
  throw ModelError(where, fmt::format("this {} has no name: assign it, as in Name = {}(...)", what,
                                      what == "substitution transition" ? "substitution" : what));
}

}  // namespace

void OpenScope(lua_State* L, ModuleId module, std::optional<ModuleId> parent) {
  ModelState& m = ModelOf(L);
  Scope scope;
  scope.parent = parent;
  lua_newtable(L);
  scope.values = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  lua_newtable(L);
  SetFunction(L, "__index", Guarded<Look>, module);
  SetFunction(L, "__newindex", Guarded<Assign>, module);
  lua_setmetatable(L, -2);
  scope.environment = luaL_ref(L, LUA_REGISTRYINDEX);
  m.loading->scopes.push_back(std::move(scope));
}

void PushEnvironment(lua_State* L, ModuleId module) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LoadingOf(L).scopes[module].environment);
}

bool PushName(lua_State* L, ModuleId module, std::string_view name) {
  const ModelState& m = ModelOf(L);
  for (std::optional<ModuleId> s = module; s; s = m.loading->scopes[*s].parent) {
    if (!PushField(L, m.loading->scopes[*s].values, name)) continue;
    if (*s == module || IsInherited(m, HandleAt(L, -1))) return true;
    lua_pop(L, 1);
    return false;
  }
  return PushField(L, m.loading->library, name);
}

void FailUnknownName(lua_State* L, ModuleId module, std::string_view name,
                     const SourceLocation& where) {
  const ModelState& m = ModelOf(L);
  if (const auto outer = HiddenIn(L, module, name)) {
    throw ModelError(
        where, fmt::format("{0} belongs to {1} and is not visible in a module inside it; a place "
                           "comes in through a port, {0} = In(...), Out(...) or InOut(...)",
                           name, ModuleText(m, *outer)));
  }
  const std::string reason = SandboxReason(name);
  if (!reason.empty()) throw ModelError(where, reason);
  if (const int line = LineOfLaterDeclaration(m, name, where); line > 0) {
    throw ModelError(where, fmt::format("{} is declared later, in line {}; declare it before it is "
                                        "used",
                                        name, line));
  }
  const std::string hint = ColourHint(m, name);
  throw ModelError(
      where, fmt::format("unknown name {}{}", name,
                         hint.empty() ? base::DidYouMean(name, KnownNames(m, module)) : hint));
}

void CheckNames(lua_State* L) {
  const ModelState& m = ModelOf(L);
  for (ModuleId id = 0; id < m.model.modules.size(); ++id) {
    const ModuleDeclaration& module = m.model.modules[id];
    if (id != m.model.top && !m.loading->module_named[id]) FailUnnamed(module.where, "module");
    for (const auto& place : module.places) {
      if (place.name.empty()) FailUnnamed(place.where, "place");
    }
    for (const auto& transition : module.transitions) {
      if (transition.name.empty()) FailUnnamed(transition.where, "transition");
    }
    for (const auto& substitution : module.substitutions) {
      if (substitution.name.empty()) FailUnnamed(substitution.where, "substitution transition");
    }
  }
  for (const ParameterDeclaration& parameter : m.loading->parameter_declarations) {
    if (!parameter.named) FailUnnamed(parameter.where, "param");
  }
  std::set<std::string, std::less<>> known(m.loading->library_names.begin(),
                                           m.loading->library_names.end());
  known.insert("_ENV");
  for (const Scope& scope : m.loading->scopes) {
    for (const auto& [name, where] : scope.names) known.insert(name);
  }
  for (const ModuleDeclaration& module : m.model.modules) {
    for (const SubstitutionDeclaration& s : module.substitutions) known.insert(s.name);
  }
  for (const auto& file : m.sources.files()) {
    for (const FreeName& name : file->scopes().free_names) {
      if (name.function < 0 || known.count(name.name)) continue;
      FailUnknownName(L, m.model.top, name.name, file->At(name.line, name.offset));
    }
  }
}

void Freeze(lua_State* L) {
  ModelState& m = ModelOf(L);
  m.loading->running = false;
  std::size_t copied = 0;
  for (ModuleId module = 0; module < m.loading->scopes.size(); ++module) {
    PushEnvironment(L, module);
    lua_getmetatable(L, -1);
    // A table of everything is fastest to read; tables of many modules would take too much memory.
    copied += NamesSeenIn(*m.loading, module);
    const bool copy = copied <= kMostCopiedNames;
    if (copy) {
      lua_newtable(L);
      CopyLibrary(L);
      CopyScopes(L, module);
      lua_newtable(L);
      SetFunction(L, "__index", Guarded<LookInVain>, module);
      lua_setmetatable(L, -2);
      lua_setfield(L, -2, "__index");
    } else {
      SetFunction(L, "__index", Guarded<LookUp>, module);
    }
    lua_pop(L, 2);
  }
}

}  // namespace cpn::lua
