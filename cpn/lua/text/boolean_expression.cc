#include "cpn/lua/text/boolean_expression.h"

#include <cstddef>
#include <utility>

#include "cpn/lua/text/lexer.h"

namespace cpn::lua {
namespace {

/// Brackets and functions around a condition; beyond it the rest is one condition.
constexpr int kMaxDepth = 100;

bool Opens(const Token& t) {
  return t.Is("(") || t.Is("{") || t.Is("[") || t.Is("function") || t.Is("if") || t.Is("do") ||
         t.Is("repeat");
}
bool Closes(const Token& t) {
  return t.Is(")") || t.Is("}") || t.Is("]") || t.Is("end") || t.Is("until");
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text), tokens_(Tokenise(text)) {}

  ConditionTexts Split() {
    ConditionTexts result;
    result.tree = Expression({0, tokens_.size() - 1}, 0, result.texts);
    return result;
  }

 private:
  /// Tokens [begin, end).
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool empty() const { return begin >= end; }
  };
  using Kind = BooleanExpression::Kind;

  BooleanExpression Expression(Range range, int depth, std::vector<std::string>& texts) const {
    while (IsBracketed(range)) range = {range.begin + 1, range.end - 1};
    if (depth < kMaxDepth && !range.empty()) {
      for (const auto& [word, kind] : {std::pair{"or", Kind::kOr}, std::pair{"and", Kind::kAnd}}) {
        const std::vector<Range> parts = Parts(range, word);
        if (parts.size() > 1) return Operands(kind, parts, depth, texts);
      }
      // `not` binds tighter than comparisons: not a == b compares.
      const Range rest{range.begin + 1, range.end};
      if (tokens_[range.begin].Is("not") && !rest.empty() && !HasBinaryOperator(rest)) {
        return Operands(Kind::kNot, {rest}, depth, texts);
      }
    }
    BooleanExpression condition;
    condition.condition = static_cast<std::uint32_t>(texts.size());
    texts.push_back(TextOf(range));
    return condition;
  }

  BooleanExpression Operands(Kind kind, const std::vector<Range>& parts, int depth,
                             std::vector<std::string>& texts) const {
    BooleanExpression whole;
    whole.kind = kind;
    for (const Range& part : parts) {
      BooleanExpression operand = Expression(part, depth + 1, texts);
      // (a and b) and c is a and b and c.
      if (operand.kind == kind && kind != Kind::kNot) {
        for (BooleanExpression& inner : operand.operands) whole.operands.push_back(inner);
      } else {
        whole.operands.push_back(std::move(operand));
      }
    }
    return whole;
  }

  /// ( ... ) around all of it.
  bool IsBracketed(Range range) const {
    if (range.end - range.begin < 3 || !tokens_[range.begin].Is("(")) return false;
    int depth = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (Opens(tokens_[i])) ++depth;
      if (Closes(tokens_[i]) && --depth == 0) return i == range.end - 1;
    }
    return false;
  }

  std::vector<Range> Parts(Range range, std::string_view word) const {
    std::vector<Range> parts{{range.begin, range.begin}};
    int depth = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (Opens(tokens_[i])) ++depth;
      if (Closes(tokens_[i])) --depth;
      if (depth == 0 && tokens_[i].Is(word)) {
        parts.push_back({i + 1, i + 1});
      } else {
        parts.back().end = i + 1;
      }
    }
    return parts;
  }

  bool HasBinaryOperator(Range range) const {
    static constexpr std::string_view kOperators[] = {"==", "~=", "<", ">",  "<=", ">=", "+",
                                                      "-",  "*",  "/", "//", "%",  "^",  "..",
                                                      "&",  "|",  "~", "<<", ">>"};
    int depth = 0;
    bool operand = false;  // what a binary operator needs on its left is there
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Token& t = tokens_[i];
      if (Opens(t)) ++depth;
      if (Closes(t)) --depth;
      if (depth > 0) continue;
      for (const std::string_view op : kOperators) {
        if (t.Is(op) && operand) return true;
      }
      operand = !t.Is("not") && !t.Is("-") && !t.Is("#") && !t.Is("~");
    }
    return false;
  }

  std::string TextOf(Range range) const {
    if (range.empty()) return std::string(text_);
    const Token& first = tokens_[range.begin];
    const Token& last = tokens_[range.end - 1];
    return std::string(text_.substr(first.offset, last.offset + last.text.size() - first.offset));
  }

  std::string_view text_;
  std::vector<Token> tokens_;
};

}  // namespace

ConditionTexts SplitConditions(std::string_view expression) { return Splitter(expression).Split(); }

}  // namespace cpn::lua
