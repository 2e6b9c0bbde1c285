// Arc inscriptions from what a designer writes in Place(...): tables of variables, constants and
// constructors become patterns; expressions and functions become functions; `all`, copies, sum and
// when become several summands.
//
// Everything here throws ModelError, blaming the line of the model that runs.
#pragma once

#include <lua.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cpn/lua/language/loading.h"

namespace cpn::lua {

/// Pushes the inscription that Place(...) is (stack: place, inscription).
int CallPlace(lua_State* L);
/// Pushes Constructor(...): a pattern while the model loads, a colour inside inscriptions
/// (stack: constructor, argument or nothing).
int CallConstructor(lua_State* L);

/// The summands of the inscription at `index` for a place of colour set `type`; variables are
/// numbered by Loading::variables. `what` names the place in messages.
std::vector<ArcTerm> TermsAt(lua_State* L, int index, ColourSetId type, const std::string& what);
/// The constants at `index`, colours of `type`: several where a part of it is `all`. `what` begins
/// the message when something else is there.
std::vector<Value> ConstantsAt(lua_State* L, int index, ColourSetId type, const std::string& what);
/// The constant at `index`, a colour of `type`; `what` begins the message when it is none.
Value ConstantAt(lua_State* L, int index, ColourSetId type, const std::string& what);
/// The inscription as a drawing shows it.
std::string InscriptionText(lua_State* L, int index, ColourSetId type);

}  // namespace cpn::lua
