#include "search/nets/goal.h"

#include <fmt/format.h>

#include "cpn/ctl/propositional.h"

namespace search::nets {

using cpn::ctl::Formula;
using cpn::ctl::IsOfMarkings;
using cpn::ctl::Operator;

std::variant<Goal, std::string> GoalOf(const cpn::ctl::Property& property) {
  const Formula& whole = property.formula;
  if (whole.op != Operator::kInv) {
    return fmt::format(
        "a search is for what must come again and again, INV(POS(F)) or INV(EV(F)), and for what "
        "must always hold, INV(F); this is {}",
        NameOf(whole.op));
  }
  const Formula& inner = whole.operands.front();
  if (IsOfMarkings(inner)) return Goal{.is_liveness = false, .condition = &inner};
  const bool is_reach = inner.op == Operator::kPos;
  if (!is_reach && inner.op != Operator::kEv) {
    return fmt::format(
        "inside INV a search takes POS(F), EV(F), or F made of NF, NOT, AND and OR; this is {}",
        NameOf(inner.op));
  }
  if (!IsOfMarkings(inner.operands.front())) {
    return fmt::format(
        "what {} is about must be made of NF, NOT, AND and OR: a search looks at one marking "
        "at a time",
        NameOf(inner.op));
  }
  return Goal{.is_of_all_runs = !is_reach, .condition = &inner.operands.front()};
}

}  // namespace search::nets
