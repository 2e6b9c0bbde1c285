#include "cpn/lua/script.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <utility>

#include "cpn/lua/interpreter/describe.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/environment.h"
#include "cpn/lua/language/handle_methods.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/language/model_interpreter.h"
#include "cpn/lua/language/module_library.h"
#include "cpn/lua/language/parameter_library.h"
#include "cpn/lua/run/hook.h"

namespace cpn::lua {
namespace {

constexpr int kDeepest = 32;

/// Where declarations go while the file runs.
struct Reading {
  Script script;
  bool functions = false;  ///< may values be functions?
  std::vector<LuaReference> kept = {};
};

/// Reads what a declaration is given.
class ValueReader {
 public:
  ValueReader(lua_State* L, std::string what, std::vector<LuaReference>* functions)
      : L_(L), what_(std::move(what)), functions_(functions) {}

  ScriptValue Read(int index, const SourceLocation& where, int depth = 0) {
    index = lua_absindex(L_, index);
    StateOf(L_).Charge(L_, 1);
    if (depth > kDeepest) {
      throw ModelError(where, fmt::format("{} is nested more than {} deep", what_, kDeepest));
    }
    ScriptValue value;
    value.where = where;
    switch (lua_type(L_, index)) {
      case LUA_TBOOLEAN:
        value.kind = ScriptValue::Kind::kBoolean;
        value.boolean = lua_toboolean(L_, index) != 0;
        break;
      case LUA_TNUMBER:
        value.kind = ScriptValue::Kind::kNumber;
        value.number = lua_tonumber(L_, index);
        lua_pushvalue(L_, index);  // lua_tolstring would change the one in the table
        value.text = lua_tostring(L_, -1);
        lua_pop(L_, 1);
        break;
      case LUA_TSTRING:
        value.kind = ScriptValue::Kind::kText;
        value.text = StringAt(L_, index, what_);
        break;
      case LUA_TTABLE:
        ReadTable(index, depth, value);
        break;
      case LUA_TFUNCTION:
        if (functions_ == nullptr) FailKind(index, where);
        value.kind = ScriptValue::Kind::kFunction;
        lua_pushvalue(L_, index);
        value.function = luaL_ref(L_, LUA_REGISTRYINDEX);
        functions_->push_back(value.function);
        break;
      default:
        FailKind(index, where);
    }
    return value;
  }

 private:
  [[noreturn]] void FailKind(int index, const SourceLocation& where) {
    throw ModelError(
        where, fmt::format("{} takes texts, numbers, truth values{} and tables of them, not "
                           "{}",
                           what_, functions_ != nullptr ? ", functions" : "", Describe(L_, index)));
  }

  void ReadTable(int index, int depth, ScriptValue& value) {
    luaL_checkstack(L_, 8, "nested too deeply");
    if (IsList(index)) {
      ForEachElement(L_, index, what_, [&](int element, lua_Integer) {
        value.items.push_back(Read(element, value.where, depth + 1));
      });
      return;
    }
    value.kind = ScriptValue::Kind::kTable;
    ForEachField(L_, index, what_, [&](const std::string& name, int field) {
      const SourceLocation found = StateOf(L_).sources().Field(value.where, name);
      const SourceLocation& where = found.column > 0 ? found : value.where;
      value.fields.push_back({name, Read(field, where, depth + 1)});
    });
  }

  bool IsList(int index) {
    lua_pushnil(L_);
    if (lua_next(L_, index) == 0) return true;
    lua_pop(L_, 2);
    return lua_rawlen(L_, index) > 0;
  }

  lua_State* L_;
  std::string what_;
  std::vector<LuaReference>* functions_;  ///< those that were kept; null: functions are no data
};

/// The second half of word "name" { ... }; upvalues: where declarations go, word, name.
int Declare(lua_State* L) {
  auto* reading = static_cast<Reading*>(lua_touserdata(L, lua_upvalueindex(1)));
  ScriptDeclaration declaration;
  declaration.word = lua_tostring(L, lua_upvalueindex(2));
  declaration.name = StringAt(L, lua_upvalueindex(3), "a name");
  RequireLoading(L, "a declaration");
  const LuaState& state = StateOf(L);
  declaration.where = state.sources().Text(state.Blame(L), declaration.word);
  const std::string what = fmt::format("{} \"{}\"", declaration.word, declaration.name);
  if (lua_gettop(L) != 1 || !lua_istable(L, 1)) {
    throw ModelError(declaration.where,
                     fmt::format("{} takes one table, {} {{ ... }}", what, what));
  }
  declaration.value = ValueReader(L, what, reading->functions ? &reading->kept : nullptr)
                          .Read(1, declaration.where);
  reading->script.declarations.push_back(std::move(declaration));
  return 0;
}

/// word "name"; upvalues: where declarations go, word.
int NameDeclaration(lua_State* L) {
  const std::string word = lua_tostring(L, lua_upvalueindex(2));
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING || lua_rawlen(L, 1) == 0) {
    StateOf(L).FailAt(
        L, word, fmt::format("{} has a name in a string, as in {} \"name\" {{ ... }}", word, word));
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, Guarded<Declare>, 3);
  return 1;
}

void OpenWords(lua_State* L, const std::vector<std::string>& words, Reading* reading) {
  for (const std::string& word : words) {
    lua_pushlightuserdata(L, reading);
    lua_pushlstring(L, word.data(), word.size());
    lua_pushcclosure(L, Guarded<NameDeclaration>, 2);
    AddToLibrary(L, word.c_str(), Use::kDeclaring);
  }
}

void OpenDataLanguage(lua_State* L) {
  ModelState& m = ModelOf(L);
  lua_newtable(L);
  m.loading->library = luaL_ref(L, LUA_REGISTRYINDEX);
  OpenHandleMethods(L);
  OpenValueTables(L);
  OpenStandardLibrary(L);
  OpenListLibrary(L);
  OpenParameterLibrary(L);
  m.model.modules.emplace_back();
  m.loading->module_named.push_back(true);
  OpenScope(L, m.model.top, std::nullopt);
}

/// Pushes data as plain tables: a field that is not there is nil.
void PushValue(lua_State* L, const ScriptValue& value) {
  StateOf(L).Charge(L, 1);
  luaL_checkstack(L, 8, "nested too deeply");
  switch (value.kind) {
    case ScriptValue::Kind::kBoolean:
      lua_pushboolean(L, value.boolean ? 1 : 0);
      break;
    case ScriptValue::Kind::kNumber: {
      std::int64_t integer = 0;
      const char* const end = value.text.data() + value.text.size();
      const auto [rest, error] = std::from_chars(value.text.data(), end, integer);
      if (!value.text.empty() && error == std::errc() && rest == end) {
        lua_pushinteger(L, integer);
      } else {
        lua_pushnumber(L, value.number);
      }
      break;
    }
    case ScriptValue::Kind::kText:
      lua_pushlstring(L, value.text.data(), value.text.size());
      break;
    case ScriptValue::Kind::kList:
      lua_newtable(L);
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        PushValue(L, value.items[i]);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
      }
      break;
    case ScriptValue::Kind::kTable:
      lua_newtable(L);
      for (const ScriptField& field : value.fields) {
        lua_pushlstring(L, field.name.data(), field.name.size());
        PushValue(L, field.value);
        lua_rawset(L, -3);
      }
      break;
    case ScriptValue::Kind::kFunction:
      lua_rawgeti(L, LUA_REGISTRYINDEX, value.function);
      break;
  }
}

void RunScript(ModelInterpreter& parts, const std::filesystem::path& path,
               const std::vector<std::string>& words, Reading& reading) {
  parts.model.lua.Protect([&](lua_State* L) {
    OpenDataLanguage(L);
    OpenWords(L, words, &reading);
    RunFile(L, path.string(), path.string());
    FinishParameters(L);
    CheckNames(L);
    if (!reading.functions) return;
    Freeze(L);
    std::vector<LuaReference> tables;
    for (const Scope& scope : parts.loading.scopes) tables.push_back(scope.values);
    parts.model.shared.Remember(L, reading.kept, tables);
  });
  reading.script.parameters = parts.loading.parameters;
}

}  // namespace

Script LoadScript(const std::filesystem::path& path, const std::vector<std::string>& words,
                  const LoadOptions& options) {
  Reading reading;
  ModelInterpreter parts(path, options);
  RunScript(parts, path, words, reading);
  return std::move(reading.script);
}

struct LiveScript::Parts {
  Parts(const std::filesystem::path& path, const LoadOptions& options)
      : interpreter(path, options) {}
  ModelInterpreter interpreter;
  Reading reading{{}, true, {}};
};

LiveScript::LiveScript(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
LiveScript::~LiveScript() = default;

std::unique_ptr<LiveScript> LiveScript::Load(const std::filesystem::path& path,
                                             const std::vector<std::string>& words,
                                             const LoadOptions& options) {
  auto parts = std::make_unique<Parts>(path, options);
  parts->interpreter.model.lua.Obey(options.budget);
  RunScript(parts->interpreter, path, words, parts->reading);
  return std::unique_ptr<LiveScript>(new LiveScript(std::move(parts)));
}

const Script& LiveScript::script() const { return parts_->reading.script; }

std::optional<ScriptValue> LiveScript::Call(const ScriptValue& function,
                                            const ScriptValue& argument, const std::string& owner,
                                            const std::function<std::string()>& what) {
  std::optional<ScriptValue> result;
  const Hook hook{.function = function.function, .parameters = {}, .where = function.where};
  RunHook(
      parts_->interpreter.model, hook, owner, what,
      [&](lua_State* L) {
        PushValue(L, argument);
        return 1;
      },
      [&](lua_State* L, int index) {
        if (lua_isnil(L, index)) return;
        result = ValueReader(L, "what it yields", nullptr).Read(index, function.where);
      });
  return result;
}

}  // namespace cpn::lua
