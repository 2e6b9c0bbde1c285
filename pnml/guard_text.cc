#include "pnml/guard_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cpn/lua/text/lexer.h"

namespace pnml {
namespace {

using cpn::lua::Token;
using cpn::lua::TokenKind;

constexpr int kDeepestGuard = 12;

struct Sign {
  std::string_view text;
  TermKind kind;
};
constexpr std::array kSigns{Sign{"==", TermKind::kEqual},  Sign{"~=", TermKind::kNotEqual},
                            Sign{"<", TermKind::kLess},    Sign{"<=", TermKind::kLessOrEqual},
                            Sign{">", TermKind::kGreater}, Sign{">=", TermKind::kGreaterOrEqual}};

class Guess {
 public:
  Guess(std::string_view text, const std::vector<std::string>& parameters,
        const std::vector<Column>& columns, ExportedSorts& sorts, const cpn::ValueStore& values)
      : tokens_(cpn::lua::Tokenise(text)),
        parameters_(parameters),
        columns_(columns),
        sorts_(sorts),
        values_(values) {}

  std::optional<Term> Run() {
    auto condition = Connected("or");
    return tokens_[at_].kind == TokenKind::kEnd ? condition : std::nullopt;
  }

 private:
  /// Stays at the end of the text.
  Token Next() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool Take(std::string_view symbol) {
    if (!tokens_[at_].Is(symbol)) return false;
    ++at_;
    return true;
  }

  /// `or` binds less than `and`.
  std::optional<Term> Connected(std::string_view word) {
    const bool is_or = word == "or";
    std::vector<Term> operands;
    do {
      auto operand = is_or ? Connected("and") : Negated();
      if (!operand) return std::nullopt;
      operands.push_back(std::move(*operand));
    } while (Take(word));
    return Join(is_or ? TermKind::kOr : TermKind::kAnd, std::move(operands));
  }

  std::optional<Term> Negated() {
    if (depth_ == kDeepestGuard) return std::nullopt;
    ++depth_;
    std::optional<Term> term;
    if (Take("not")) {
      term = Negated();
      if (term) term = Not(std::move(*term));
    } else if (Take("(")) {
      term = Connected("or");
      if (!Take(")")) term.reset();
    } else {
      term = Comparison();
    }
    --depth_;
    return term;
  }

  std::optional<Term> Comparison() {
    const Token left = Next();
    const std::optional<std::size_t> left_column = ColumnOf(left);
    const auto* sign = std::ranges::find(kSigns, tokens_[at_].text, &Sign::text);
    if (sign == kSigns.end()) {  // a variable is a condition itself
      if (!left_column || sorts_[SortOf(*left_column)].kind != SortKind::kBool) return std::nullopt;
      return Compare(TermKind::kEqual, columns_[*left_column].variable,
                     Constant("true", *left_column).value());
    }
    ++at_;
    const Token right = Next();
    const std::optional<std::size_t> right_column = ColumnOf(right);
    if (!left_column && !right_column) return std::nullopt;
    auto a = left_column ? columns_[*left_column].variable : Constant(left.text, *right_column);
    auto b = right_column ? columns_[*right_column].variable : Constant(right.text, *left_column);
    if (!a || !b || a->sort != b->sort || !Allows(a->sort, sign->kind)) return std::nullopt;
    return Compare(sign->kind, std::move(*a), std::move(*b));
  }

  bool Allows(SortIndex sort, TermKind kind) const {
    const SortKind of = sorts_[sort].kind;
    return kind == TermKind::kEqual || kind == TermKind::kNotEqual || of == SortKind::kRange ||
           of == SortKind::kEnumeration || of == SortKind::kCyclicEnumeration;
  }

  SortIndex SortOf(std::size_t column) const { return columns_[column].variable.sort; }

  std::optional<std::size_t> ColumnOf(const Token& token) const {
    const auto found = std::ranges::find(parameters_, token.text);
    if (token.kind != TokenKind::kName || found == parameters_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - parameters_.begin());
  }

  /// The colour of that column's sort that is written so.
  std::optional<Term> Constant(std::string_view text, std::size_t column) {
    const bool is_quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'');
    const std::string_view plain = is_quoted ? text.substr(1, text.size() - 2) : text;
    for (const cpn::Value colour : columns_[column].colours) {
      const bool is_enum = values_.Kind(colour) == cpn::ValueKind::kEnum;
      const std::string written =
          is_enum ? std::string(values_.AsText(colour)) : values_.Format(colour);
      if (is_enum == is_quoted && written == plain) return sorts_.Constant(colour, SortOf(column));
    }
    return std::nullopt;
  }

  const std::vector<Token> tokens_;
  const std::vector<std::string>& parameters_;
  const std::vector<Column>& columns_;
  ExportedSorts& sorts_;
  const cpn::ValueStore& values_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// Which of its sort's colours a variable or constant is: colours compare as their numbers do.
std::size_t NumberOf(const Term& term, const std::vector<Column>& columns,
                     const std::vector<std::size_t>& numbers, ExportedSorts& sorts) {
  switch (term.kind) {
    case TermKind::kVariable:
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].variable.index == term.index) return numbers[i];
      }
      return 0;
    case TermKind::kBool:
      return static_cast<std::size_t>(term.number);
    case TermKind::kInteger:
      return static_cast<std::size_t>(term.number - sorts[term.sort].low);
    default:
      return static_cast<std::size_t>(term.index);
  }
}

}  // namespace

std::optional<Term> GuessCondition(std::string_view text,
                                   const std::vector<std::string>& parameters,
                                   const std::vector<Column>& columns, ExportedSorts& sorts,
                                   const cpn::ValueStore& values) {
  return Guess(text, parameters, columns, sorts, values).Run();
}

bool EvaluateCondition(const Term& condition, const std::vector<Column>& columns,
                       const std::vector<std::size_t>& numbers, ExportedSorts& sorts) {
  const auto operand = [&](std::size_t i) {
    return EvaluateCondition(condition.operands[i], columns, numbers, sorts);
  };
  const auto number = [&](std::size_t i) {
    return NumberOf(condition.operands[i], columns, numbers, sorts);
  };
  switch (condition.kind) {
    case TermKind::kBool:
      return condition.number != 0;
    case TermKind::kAnd:
      return operand(0) && operand(1);
    case TermKind::kOr:
      return operand(0) || operand(1);
    case TermKind::kNot:
      return !operand(0);
    case TermKind::kEqual:
      return number(0) == number(1);
    case TermKind::kNotEqual:
      return number(0) != number(1);
    case TermKind::kLess:
      return number(0) < number(1);
    case TermKind::kLessOrEqual:
      return number(0) <= number(1);
    case TermKind::kGreater:
      return number(0) > number(1);
    default:
      return number(0) >= number(1);
  }
}

}  // namespace pnml
