#include "cpn/ctl/propositional.h"

namespace cpn::ctl {

bool IsPropositional(const Formula& formula) {
  return IsPropositional(formula.op) &&
         std::ranges::all_of(formula.operands,
                             [](const Formula& operand) { return IsPropositional(operand); });
}

bool IsOfMarkings(const Formula& formula) {
  return IsPropositional(formula.op) && formula.op != Operator::kArcPattern &&
         std::ranges::all_of(formula.operands, IsOfMarkings);
}

}  // namespace cpn::ctl
