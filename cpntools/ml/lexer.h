// Standard ML text to tokens, for the subset that CPN ML inscriptions and declarations use.
//
// Invariants:
//  1. a token's text is its value: of strings and characters without quotes and escapes, of numbers
//     in decimal with ~ as '-';
//  2. the last token is kEnd;
//  3. symbolic names follow the maximal munch rule, but for the back quote of multi-sets, which is
//     always a token of its own (1`~1 is 1 ` ~1).
// Thread safety: free functions without state.
// Source: Milner, Tofte, Harper, MacQueen, "The Definition of Standard ML (Revised)", section 2.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpntools/ml/error.h"

namespace cpntools::ml {

enum class TokenKind {
  kInteger,
  kReal,
  kString,
  kCharacter,
  kName,          ///< alphanumeric or symbolic, long names with their dots: List.map
  kTypeVariable,  ///< 'a
  kKeyword,       ///< reserved words and punctuation
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;
  Position where;

  bool Is(std::string_view keyword) const { return kind == TokenKind::kKeyword && text == keyword; }
  bool IsName(std::string_view name) const { return kind == TokenKind::kName && text == name; }
};

/// Throws MlError at what is no token: an unclosed string or comment, an unknown character, a
/// number that 64 bits do not hold.
std::vector<Token> Tokens(std::string_view text);

/// What the comments of a text say, without (* and *), in their order; none of a text that is no
/// tokens.
std::vector<std::string> CommentsIn(std::string_view text);

}  // namespace cpntools::ml
