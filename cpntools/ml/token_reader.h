// The parser's hold on its tokens: looking ahead, taking, demanding, and counting how deep it is.
// Internal to cpntools/ml.
//
// Invariant: a reader never moves behind the last token, kEnd.
// Thread safety: one thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpntools/ml/lexer.h"

namespace cpntools::ml {

class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : tokens_(Tokens(text)) {}

  const Token& Peek(std::size_t ahead = 0) const;
  Token Take();
  /// Takes the keyword if it is next.
  bool Accept(std::string_view keyword);
  /// Takes the symbolic or alphanumeric name if it is next.
  bool AcceptName(std::string_view name);
  /// Takes the keyword; throws MlError, "expected ), not +", when something else is next.
  void Expect(std::string_view keyword);
  void ExpectName(std::string_view name);
  /// Throws MlError unless everything has been read.
  void ExpectEnd() const;
  /// "expected a pattern, not +", at the next token.
  [[noreturn]] void Fail(std::string_view expected) const;

  /// One level of nesting, as long as it lives. Throws MlError at the limit.
  class Nesting {
   public:
    explicit Nesting(TokenReader* reader);
    ~Nesting() { --reader_->depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    TokenReader* reader_;
  };

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace cpntools::ml
