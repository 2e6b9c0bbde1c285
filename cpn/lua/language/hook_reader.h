// Hooks as a model writes them: functions, and tables of functions by transition.
#pragma once

#include <lua.hpp>
#include <string>

#include "cpn/lua/run/declarations.h"

namespace cpn::lua {

/// The function at `index`. `owner` ("test \"votes\"") and `what` ("format") name it in messages.
/// Throws ModelError when something else is there.
Hook MakeHook(lua_State* L, int index, const std::string& owner, const std::string& what);

/// The table at `index`, the field `field` of `owner`: { [Module.Transition] = function(...) ... },
/// whose parameters name variables of the transition, or `instance`. Throws ModelError for anything
/// else.
TransitionHooks MakeTransitionHooks(lua_State* L, int index, const std::string& owner,
                                    const std::string& field);

/// The table at `index`, the field `field` of `owner`: { [Module.Transition] = 3 }, numbers above
/// 0. Throws ModelError for anything else.
TransitionNumbers MakeTransitionNumbers(lua_State* L, int index, const std::string& owner,
                                        const std::string& field);

}  // namespace cpn::lua
