#include "cpn/lua/language/hook_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/run/model_state.h"
#include "cpn/lua/text/suggest.h"

namespace cpn::lua {
namespace {

/// Which variable each parameter of the function at `index` names.
void BindParameters(lua_State* L, int index, const TransitionDeclaration& transition,
                    const std::string& owner, Hook& hook) {
  std::vector<std::string> known{"instance"};
  for (const Variable& variable : transition.variables) known.push_back(variable.name);
  for (const std::string& parameter : ParameterNames(L, index)) {
    const auto variable = std::find_if(transition.variables.begin(), transition.variables.end(),
                                       [&](const Variable& v) { return v.name == parameter; });
    if (variable != transition.variables.end()) {
      hook.parameters.push_back(
          static_cast<std::uint32_t>(variable - transition.variables.begin()));
    } else if (parameter == "instance") {
      hook.parameters.push_back(std::nullopt);
    } else {
      throw ModelError(ModelOf(L).sources.Name(hook.where, parameter),
                       fmt::format("{}: {} is not a variable of transition {}{}", owner, parameter,
                                   transition.name, Alternatives(parameter, known)));
    }
  }
}

/// Does the function's text say `return` anywhere, or does it fail, or is it empty? True when there
/// is no text.
bool MayReturn(lua_State* L, int index) {
  const SourceFile* file = nullptr;
  const FunctionText* text = FunctionInFile(L, index, file);
  if (!text) return true;
  bool empty = true;
  const std::vector<Token>& tokens = file->tokens();
  for (auto t = std::ranges::lower_bound(tokens, text->body_begin, {}, &Token::offset);
       t != tokens.end() && t->offset < text->body_end; ++t) {
    if (t->Is("return") || t->text == "error" || t->text == "raise") return true;
    empty = false;
  }
  return empty;
}

/// `[transition] = value`.
struct Entry {
  Handle transition;
  SourceLocation where;  ///< of the function
  LuaReference value = kNoReference;
};

/// The entries of a table as the functions stand in the text. Lua goes through it in the order of
/// addresses, and of two errors the first is to be named.
std::vector<Entry> EntriesInOrder(lua_State* L, int table, const std::string& owner,
                                  const std::string& field) {
  std::vector<Entry> entries;
  std::optional<std::string> wrong;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (const Handle* const handle = HandleAt(L, -2, HandleKind::kTransition)) {
      const bool is_lua = lua_type(L, -1) == LUA_TFUNCTION && !lua_iscfunction(L, -1);
      const SourceLocation where = is_lua ? FunctionLocation(L, -1) : SourceLocation{};
      entries.push_back({*handle, where, luaL_ref(L, LUA_REGISTRYINDEX)});
      continue;
    }
    const std::string key = Describe(L, -2);
    wrong = wrong ? std::min(*wrong, key) : key;
    lua_pop(L, 1);
  }
  if (wrong) {
    StateOf(L).FailAt(L, field,
                      fmt::format("{}: the keys of {} are transitions, [Module.Transition] = ..., "
                                  "not {}",
                                  owner, field, *wrong));
  }
  const auto order = [](const Entry& e) {
    return std::tie(e.where.file, e.where.line, e.where.column, e.transition.a, e.transition.b);
  };
  std::sort(entries.begin(), entries.end(),
            [&](const Entry& a, const Entry& b) { return order(a) < order(b); });
  return entries;
}

}  // namespace

Hook MakeHook(lua_State* L, int index, const std::string& owner, const std::string& what) {
  if (lua_type(L, index) != LUA_TFUNCTION) {
    StateOf(L).FailAt(L, what,
                      fmt::format("{}: {} is a function, not {}", owner, what, Describe(L, index)));
  }
  Hook hook;
  hook.where = FunctionLocation(L, index);
  lua_pushvalue(L, index);
  hook.function = luaL_ref(L, LUA_REGISTRYINDEX);
  return hook;
}

TransitionHooks MakeTransitionHooks(lua_State* L, int index, const std::string& owner,
                                    const std::string& field) {
  ModelState& m = ModelOf(L);
  const int table = lua_absindex(L, index);
  if (lua_type(L, table) != LUA_TTABLE) {
    m.lua.FailAt(L, field,
                 fmt::format("{}: {} is a table, {{ [Module.Transition] = function(variables) ... "
                             "end }}, not {}",
                             owner, field, Describe(L, table)));
  }
  TransitionHooks hooks;
  for (const Entry& entry : EntriesInOrder(L, table, owner, field)) {
    const Handle* const handle = &entry.transition;
    const TransitionDeclaration& transition = m.model.modules[handle->a].transitions[handle->b];
    lua_rawgeti(L, LUA_REGISTRYINDEX, entry.value);
    luaL_unref(L, LUA_REGISTRYINDEX, entry.value);
    const int function = lua_gettop(L);
    Hook hook = MakeHook(L, function, owner, field + " of " + transition.name);
    BindParameters(L, function, transition, owner, hook);
    if (!MayReturn(L, function)) {
      throw ModelError(hook.where, fmt::format("{}: {} of {} never returns anything, so it shows "
                                               "nothing; a return is missing",
                                               owner, field, transition.name));
    }
    hooks[{handle->a, handle->b}] = std::move(hook);
    lua_pop(L, 1);
  }
  return hooks;
}

TransitionNumbers MakeTransitionNumbers(lua_State* L, int index, const std::string& owner,
                                        const std::string& field) {
  ModelState& m = ModelOf(L);
  const int table = lua_absindex(L, index);
  const auto fail = [&](const std::string& what) {
    throw ModelError(m.sources.Field(m.lua.Blame(L), field),
                     fmt::format("{}: {} {}", owner, field, what));
  };
  if (lua_type(L, table) != LUA_TTABLE) {
    fail(fmt::format("is a table, {{ [Module.Transition] = 3 }}, not {}", Describe(L, table)));
  }
  TransitionNumbers numbers;
  for (const Entry& entry : EntriesInOrder(L, table, owner, field)) {
    const Handle& handle = entry.transition;
    lua_rawgeti(L, LUA_REGISTRYINDEX, entry.value);
    luaL_unref(L, LUA_REGISTRYINDEX, entry.value);
    const double number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(number > 0 && number <= 1e9)) {
      fail(fmt::format("of {} is a number above 0, and at most 10^9, not {}",
                       m.model.modules[handle.a].transitions[handle.b].name, Describe(L, -1)));
    }
    numbers[{handle.a, handle.b}] = number;
    lua_pop(L, 1);
  }
  return numbers;
}

}  // namespace cpn::lua
