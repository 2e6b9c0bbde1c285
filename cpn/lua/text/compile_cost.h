// How long Lua's compiler takes over a text. Nothing can interrupt it, and its time grows faster
// than the text: with the square of a chain of `and`, `or` or `elseif`, and with the local
// variables around each name.
//
// Thread safety: pure functions on plain values.
#pragma once

#include <vector>

#include "cpn/lua/text/lexer.h"

namespace cpn::lua {

/// The token at which the compiler has taken about a second; null when it never comes so far. In
/// steps, which are counted, so that it is the same token on every machine.
const Token* TokenBeyondCompiler(const std::vector<Token>& tokens);

}  // namespace cpn::lua
