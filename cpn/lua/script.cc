#include "cpn/lua/script.h"

#include <fmt/format.h>

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

namespace cpn::lua {
namespace {

constexpr int kDeepest = 32;

/// Reads what a declaration is given.
class ValueReader {
 public:
  ValueReader(lua_State* L, std::string what) : L_(L), what_(std::move(what)) {}

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
      default:
        throw ModelError(where, fmt::format("{} takes texts, numbers, truth values and tables of "
                                            "them, not {}",
                                            what_, Describe(L_, index)));
    }
    return value;
  }

 private:
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
};

/// The second half of word "name" { ... }; upvalues: where declarations go, word, name.
int Declare(lua_State* L) {
  auto* script = static_cast<Script*>(lua_touserdata(L, lua_upvalueindex(1)));
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
  declaration.value = ValueReader(L, what).Read(1, declaration.where);
  script->declarations.push_back(std::move(declaration));
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

void OpenWords(lua_State* L, const std::vector<std::string>& words, Script* script) {
  for (const std::string& word : words) {
    lua_pushlightuserdata(L, script);
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

}  // namespace

Script LoadScript(const std::filesystem::path& path, const std::vector<std::string>& words,
                  const LoadOptions& options) {
  Script script;
  ModelInterpreter parts(path, options);
  parts.model.lua.Protect([&](lua_State* L) {
    OpenDataLanguage(L);
    OpenWords(L, words, &script);
    RunFile(L, path.string(), path.string());
    FinishParameters(L);
    CheckNames(L);
  });
  script.parameters = parts.loading.parameters;
  return script;
}

}  // namespace cpn::lua
