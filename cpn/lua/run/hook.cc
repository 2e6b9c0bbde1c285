#include "cpn/lua/run/hook.h"

#include <fmt/format.h>

#include "cpn/lua/run/model_state.h"

namespace cpn::lua {

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
      m.shared.LookAfter(L, hook.function);
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
