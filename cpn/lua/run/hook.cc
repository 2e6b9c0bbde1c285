#include "cpn/lua/run/hook.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/function.h"
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
  lua_pushnil(L);
  while (lua_next(L, table)) {
    const Handle* const handle = HandleAt(L, -2, HandleKind::kTransition);
    if (!handle) {
      m.lua.FailAt(L, field,
                   fmt::format("{}: the keys of {} are transitions, [Module.Transition] = ..., not "
                               "{}",
                               owner, field, Describe(L, -2)));
    }
    const TransitionDeclaration& transition = m.model.modules[handle->a].transitions[handle->b];
    const int function = lua_gettop(L);
    Hook hook = MakeHook(L, function, owner, field + " of " + transition.name);
    BindParameters(L, function, transition, owner, hook);
    hooks[{handle->a, handle->b}] = std::move(hook);
    lua_pop(L, 1);
  }
  return hooks;
}

void RunHook(ModelState& m, const Hook& hook, const std::string& owner,
             const std::function<std::string()>& what, const std::function<int(lua_State*)>& push,
             const std::function<void(lua_State*, int)>& use) {
  const Evaluating evaluating(&m);
  try {
    m.lua.Protect([&](lua_State* L) {
      luaL_checkstack(L, 250, "too many arguments");
      lua_rawgeti(L, LUA_REGISTRYINDEX, hook.function);
      const int arguments = push(L);
      lua_call(L, arguments, 1);
      use(L, lua_gettop(L));
    });
  } catch (const ModelError& e) {
    const SourceLocation where = e.where().line > 0 ? e.where() : hook.where;
    throw ModelError(where, fmt::format("{}, in {} of {}", e.message(), what(), owner));
  }
}

void RunTransitionHook(ModelState& m, const TransitionHooks& hooks, const BindingElement& element,
                       const std::string& owner, const std::string& field,
                       const std::function<void(lua_State*, int)>& use) {
  const Transition& transition = m.net.transitions()[element.transition];
  const auto entry = hooks.find({transition.module, transition.index});
  if (entry == hooks.end()) return;
  const Hook& hook = entry->second;
  const auto push = [&](lua_State* L) {
    for (const auto& variable : hook.parameters) {
      if (variable) {
        m.converter.Push(L, element.binding[*variable]);
      } else {
        lua_pushlstring(L, transition.instance.data(), transition.instance.size());
      }
    }
    return static_cast<int>(hook.parameters.size());
  };
  RunHook(
      m, hook, owner, [&] { return field + " of " + DescribeElement(m, element); }, push, use);
}

std::string DescribeElement(const ModelState& m, const BindingElement& element) {
  const Transition& transition = m.net.transitions()[element.transition];
  std::string text;
  for (std::size_t i = 0; i < element.binding.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", transition.declaration->variables[i].name,
                        m.values.Format(element.binding[i]));
  }
  return fmt::format("{} ({})", transition.name, text);
}

}  // namespace cpn::lua
