// Compiling texts of models. Whatever Lua refuses, and for whatever reason (its grammar, its own
// limits of nesting, labels or registers), is an error at the token where it stopped.
//
// Thread safety: as the interpreter.
#pragma once

#include <lua.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/lua/text/lexer.h"

namespace cpn::lua {

/// A text, and what is put around it to make a chunk of it.
struct ChunkText {
  std::string_view before;
  std::string_view text;
  std::string_view after;
  const std::vector<Token>& tokens;  ///< of `text`
};

/// Why a text does not compile.
struct CompileError {
  std::string message;
  const Token& token;  ///< where Lua stopped; the end token when something is missing at the end
  int line = 0;        ///< of the chunk, as Lua names it; 0 when it does not
};

/// Pushes the function of the chunk called `name`, or pushes nothing and says what is wrong. Throws
/// ModelError when it takes more memory than the model may have.
std::optional<CompileError> Compile(lua_State* L, const ChunkText& chunk, const std::string& name);

}  // namespace cpn::lua
