#include "base/regular_expression.h"

#include <re2/re2.h>

#include "base/text_layout.h"

namespace base {
namespace {

constexpr std::size_t kShownCharacters = 40;  // of an expression that can be long

re2::RE2::Options Options() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  return options;
}

/// RE2's error, which ends with the part of the expression that it is about.
std::string ErrorText(const re2::RE2& expression) {
  const std::string& error = expression.error();
  const std::string& part = expression.error_arg();
  if (!error.ends_with(part)) return Cut(error, kShownCharacters);
  return error.substr(0, error.size() - part.size()) + Cut(part, kShownCharacters);
}

}  // namespace

struct RegularExpression::Compiled {
  explicit Compiled(const std::string& expression) : re2(expression, Options()) {}
  re2::RE2 re2;
};

RegularExpression::RegularExpression(const std::string& expression)
    : compiled_(std::make_unique<Compiled>(expression)) {
  if (!compiled_->re2.ok()) throw RegularExpressionError(ErrorText(compiled_->re2));
}

RegularExpression::~RegularExpression() = default;
RegularExpression::RegularExpression(RegularExpression&&) noexcept = default;

bool RegularExpression::FoundIn(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->re2);
}

}  // namespace base
