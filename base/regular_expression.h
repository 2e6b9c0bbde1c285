// Regular expressions that somebody else wrote: those of RE2, whose search takes time that is
// linear in the text and a stack that does not depend on the expression. No look-around, no
// back-references.
//
// Immutable; thread-safe.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace base {

/// What is wrong with an expression: "missing ): (abc".
class RegularExpressionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class RegularExpression {
 public:
  /// Throws RegularExpressionError: `expression` is none, or would take more than about 8 MiB. Both
  /// it and what it searches are UTF-8.
  explicit RegularExpression(const std::string& expression);
  ~RegularExpression();
  RegularExpression(RegularExpression&&) noexcept;

  /// Whether it is found somewhere in the text. A byte that is no UTF-8 is found by nothing.
  bool FoundIn(std::string_view text) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace base
