// Hooks: functions of the model that are no inscriptions, such as what a test case specification or
// a chart says about an occurrence. Unlike inscriptions they are kept whole, as Lua functions.
//
// Thread safety: as the model.
#pragma once

#include <functional>
#include <lua.hpp>
#include <string>

#include "cpn/engine/engine.h"
#include "cpn/lua/run/declarations.h"
#include "cpn/lua/run/model_state.h"

namespace cpn::lua {

/// Runs a hook: `push` leaves its arguments on the stack and says how many, `use` reads its result
/// at the given index. Throws ModelError, which says what() ran of which owner.
void RunHook(ModelState& m, const Hook& hook, const std::string& owner,
             const std::function<std::string()>& what, const std::function<int(lua_State*)>& push,
             const std::function<void(lua_State*, int)>& use);

/// Runs the entry of `hooks`, if there is one, for this occurrence.
void RunTransitionHook(ModelState& m, const TransitionHooks& hooks, const BindingElement& element,
                       const std::string& owner, const std::string& field,
                       const std::function<void(lua_State*, int)>& use);

/// "Ws.Cast (w = 1)", for messages: what hooks see, so without wildcards.
std::string DescribeElement(const ModelState& m, const BindingElement& element);

}  // namespace cpn::lua
