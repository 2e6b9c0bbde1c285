// Which names a piece of Lua reads from outside (free names), and the functions that it contains:
// what Lua's own compiler knows and does not tell.
//
// Requires text that Lua compiles; on other text, also if it is nested without end, the answer is
// some part of the truth.
// Thread safety: pure functions on plain values.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "cpn/lua/text/lexer.h"

namespace cpn::lua {

/// A name that no local declaration, parameter or loop variable around it binds.
struct FreeName {
  std::string_view name;
  std::size_t offset = 0;
  int line = 1;
  int function = -1;  ///< index into Scopes::functions of the innermost one around it, or -1
};

struct FunctionText {
  std::vector<std::string_view> parameters;
  int line = 1;       ///< of `function`
  int last_line = 1;  ///< of its `end`
  std::size_t begin = 0;
  std::size_t end = 0;  ///< offsets of the whole text `function ... end`
  std::size_t body_begin = 0;
  std::size_t body_end = 0;  ///< offsets of what stands between parameters and `end`
  int parent = -1;           ///< the function around it, or -1
};

struct Scopes {
  std::vector<FreeName> free_names;     ///< in source order
  std::vector<FunctionText> functions;  ///< in source order of `function`
};

/// Analyses a chunk. The views point into the tokens' source.
Scopes AnalyseChunk(const std::vector<Token>& tokens);
/// Analyses one expression.
Scopes AnalyseExpression(const std::vector<Token>& tokens);

}  // namespace cpn::lua
