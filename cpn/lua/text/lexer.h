// The tokens of Lua 5.4 source text with their positions, for what Lua itself does not tell:
// columns for carets, the text of a function, the names that an expression reads.
//
// Invariants:
//  1. Tokens are in source order and do not overlap; comments and white space are dropped.
//  2. On text that Lua compiles the tokens are Lua's. On other text the lexer yields something and
//     ends: it never fails.
// Thread safety: pure functions on plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cpn::lua {

enum class TokenKind : std::uint8_t { kName, kKeyword, kNumber, kString, kSymbol, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;   ///< as written; a string with its delimiters
  std::size_t offset = 0;  ///< of the first byte
  int line = 1;            ///< of the first byte, from 1

  bool Is(std::string_view symbol) const {
    return text == symbol && (kind == TokenKind::kSymbol || kind == TokenKind::kKeyword);
  }
};

/// All tokens of `source`, ending with one kEnd token. The views point into `source`.
std::vector<Token> Tokenise(std::string_view source);

/// A string literal's content as far as it is written without escapes: where it begins, and its
/// line.
struct LiteralContent {
  std::string_view text;
  std::size_t offset = 0;
  int line = 1;
};
/// Requires a kString token. With escapes in it, `text` is as written, not decoded.
LiteralContent ContentOf(const Token& token);

}  // namespace cpn::lua
