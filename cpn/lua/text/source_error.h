// Syntax errors of model text, pointing at the token that Lua stumbled over.
#pragma once

#include <lua.hpp>
#include <string_view>

#include "cpn/lua/text/source.h"
#include "cpn/values/error.h"

namespace cpn::lua {

/// Lua's message without its `file:line: `, and that line (0 without one).
struct LuaMessage {
  int line = 0;
  std::string text;
};
LuaMessage SplitMessage(std::string_view message);

/// The token of `source` at which compiling `before` + `source` stops with `message`; the end token
/// when it is the end of the text that is missing something.
const Token& TokenOfError(lua_State* L, std::string_view before, std::string_view source,
                          const std::vector<Token>& tokens, std::string_view message);

/// The error that Lua left on the stack when it did not compile `file`.
ModelError SyntaxErrorIn(lua_State* L, const SourceFile& file);

}  // namespace cpn::lua
