#include "cpn/ctl/formula.h"

#include <algorithm>

namespace cpn::ctl {

std::string_view NameOf(Operator op) {
  switch (op) {
    case Operator::kTrue:
      return "TT";
    case Operator::kFalse:
      return "FF";
    case Operator::kStateFunction:
      return "NF";
    case Operator::kArcPattern:
      return "AF";
    case Operator::kNot:
      return "NOT";
    case Operator::kAnd:
      return "AND";
    case Operator::kOr:
      return "OR";
    case Operator::kPos:
      return "POS";
    case Operator::kInv:
      return "INV";
    case Operator::kEv:
      return "EV";
    case Operator::kAlong:
      return "ALONG";
    case Operator::kExistUntil:
      return "EXIST_UNTIL";
    case Operator::kForallUntil:
      return "FORALL_UNTIL";
    case Operator::kExistNext:
      return "EXIST_NEXT";
    case Operator::kForallNext:
      return "FORALL_NEXT";
    case Operator::kModal:
      return "MODAL";
    case Operator::kExistModal:
      return "EXIST_MODAL";
    case Operator::kForallModal:
      return "FORALL_MODAL";
  }
  return "";
}

Sort SortOf(Operator op, std::span<const Sort> operands) {
  const auto one = std::ranges::find_if(operands, [](Sort s) { return s != Sort::kEither; });
  const Sort common = one == operands.end() ? Sort::kEither : *one;
  switch (op) {
    case Operator::kTrue:
    case Operator::kFalse:
      return Sort::kEither;
    case Operator::kStateFunction:
    case Operator::kExistModal:
    case Operator::kForallModal:
      return Sort::kState;
    case Operator::kArcPattern:
      return Sort::kArc;
    case Operator::kModal:
      if (common == Sort::kEither) return Sort::kEither;
      return common == Sort::kState ? Sort::kArc : Sort::kState;
    case Operator::kPos:
    case Operator::kInv:
    case Operator::kEv:
    case Operator::kAlong:
    case Operator::kExistUntil:
    case Operator::kForallUntil:
      return common == Sort::kArc ? Sort::kEither : Sort::kState;
    default:
      return common;
  }
}

}  // namespace cpn::ctl
