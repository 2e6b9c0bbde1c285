// Formulas without paths: what they say of one marking, or of one step.
//
// Thread safety: free functions; IsTrue() as the memo.
#pragma once

#include <algorithm>

#include "cpn/ctl/formula.h"
#include "cpn/ctl/state_function_memo.h"

namespace cpn::ctl {

/// TT, FF, NF, AF, NOT, AND, OR.
inline bool IsPropositional(Operator op) { return op <= Operator::kOr; }
/// Is it made of these alone?
bool IsPropositional(const Formula& formula);
/// Likewise, without AF: does it speak of single markings?
bool IsOfMarkings(const Formula& formula);

/// Is the formula, which IsOfMarkings(), true of the marking? `at(place)` is the place's. Throws
/// ModelError.
template <typename PlaceMarkings>
bool IsTrue(const Formula& formula, StateFunctionMemo& memo, const PlaceMarkings& at) {
  const auto is_true = [&](const Formula& operand) { return IsTrue(operand, memo, at); };
  switch (formula.op) {
    case Operator::kTrue:
      return true;
    case Operator::kStateFunction:
      return memo.Holds(formula.state_function, at);
    case Operator::kNot:
      return !is_true(formula.operands.front());
    case Operator::kAnd:
      return std::ranges::all_of(formula.operands, is_true);
    case Operator::kOr:
      return std::ranges::any_of(formula.operands, is_true);
    default:
      return false;
  }
}

}  // namespace cpn::ctl
