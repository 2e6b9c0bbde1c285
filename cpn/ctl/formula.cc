#include "cpn/ctl/formula.h"

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

}  // namespace cpn::ctl
