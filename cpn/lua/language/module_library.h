// The part of the language that declares places, modules and substitution transitions, and loads
// the model's files.
#pragma once

#include <lua.hpp>
#include <string>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/net/model.h"

namespace cpn::lua {

/// Gives `place`, whose colour set is known, the initial marking at that index of the stack: `all`,
/// or a list of tokens. Throws ModelError when it is something else.
void ReadInitialMarking(lua_State* L, int index, PlaceDeclaration& place);

/// Pushes what the module declares under a name (stack: module, name).
int IndexModule(lua_State* L);

/// Runs a file of the model in the top module, and leaves what it returns on the stack. `shown` is
/// how messages name the file. Throws ModelError when it cannot be read or compiled, or fails.
void RunFile(lua_State* L, const std::string& path, const std::string& shown);
/// Runs the text of a file of the model in the top module, and leaves what it returns on the stack.
/// `shown` is how messages name the file. Throws ModelError when it cannot be compiled, or fails.
void RunText(lua_State* L, std::string text, const std::string& shown);

/// Completes port assignments and fusion sets, whose names are known only now.
void FinishModules(lua_State* L);

}  // namespace cpn::lua
