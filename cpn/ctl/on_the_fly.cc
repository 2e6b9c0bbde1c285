#include "cpn/ctl/on_the_fly.h"

#include <algorithm>

#include "cpn/ctl/propositional.h"

namespace cpn::ctl {

bool OnTheFly::IsPlain(SubformulaId id) const {
  const Subformula& f = (*program_)[id];
  return f.is_local && f.about == About::kStates;
}

bool OnTheFly::Applies(SubformulaId id) const {
  const Subformula& f = (*program_)[id];
  if (f.op == Operator::kPos || f.op == Operator::kInv) return IsPlain(f.operands[0]);
  return IsPropositional(f.op) &&
         std::ranges::all_of(f.operands, [this](SubformulaId o) { return Applies(o); });
}

void OnTheFly::Add(SubformulaId formula) {
  known_.resize(program_->size());
  formulas_.push_back(formula);
  AddSearches(formula);
}

void OnTheFly::AddSearches(SubformulaId id) {
  const Subformula& f = (*program_)[id];
  if (f.is_local || IsPathOperator(f.op)) {
    if (std::ranges::count(searches_, id) == 0) searches_.push_back(id);
    return;
  }
  for (const SubformulaId operand : f.operands) AddSearches(operand);
}

bool OnTheFly::Visit(const StateSpace& space, NodeId first, NodeId last) {
  if (first == 0) std::ranges::fill(known_, std::nullopt);  // explorations may begin again
  try {
    Search(space, first, last);
  } catch (const ModelError&) {
    // Which marking it failed for depends on provisional numbers; labelling fails for the first.
    return true;
  }
  return std::ranges::all_of(formulas_, [this](SubformulaId f) { return Decide(f).has_value(); });
}

void OnTheFly::Search(const StateSpace& space, NodeId first, NodeId last) {
  for (const SubformulaId id : searches_) {
    if (known_[id]) continue;
    const Subformula& f = (*program_)[id];
    if (f.is_local) {
      known_[id] = Holds(id, space, first);
      continue;
    }
    const bool wanted = f.op == Operator::kPos;
    // No break at the first: all of the level is asked whatever the order of its nodes.
    for (NodeId node = first; node < last; ++node) {
      if (Holds(f.operands[0], space, node) == wanted) known_[id] = wanted;
    }
  }
}

bool OnTheFly::Holds(SubformulaId id, const StateSpace& space, NodeId node) {
  const Subformula& f = (*program_)[id];
  bool all = true;
  bool any = false;
  // No short cut either: labelling asks every function everywhere.
  for (const SubformulaId operand : f.operands) {
    const bool holds = Holds(operand, space, node);
    all = all && holds;
    any = any || holds;
  }
  switch (f.op) {
    case Operator::kStateFunction:
      return memo_->Holds(f.state_function,
                          [&](PlaceId place) { return space.MarkingOf(node, place); });
    case Operator::kNot:
      return !any;
    case Operator::kOr:
      return any;
    case Operator::kFalse:
      return false;
    default:
      return all;
  }
}

std::optional<bool> OnTheFly::Decide(SubformulaId id) const {
  const Subformula& f = (*program_)[id];
  if (f.is_local || IsPathOperator(f.op)) return known_[id];
  if (f.op == Operator::kNot) {
    const std::optional<bool> operand = Decide(f.operands[0]);
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  const bool deciding = f.op == Operator::kOr;
  bool all_known = true;
  for (const SubformulaId o : f.operands) {
    const std::optional<bool> operand = Decide(o);
    if (operand == deciding) return deciding;
    all_known = all_known && operand.has_value();
  }
  return all_known ? std::optional(!deciding) : std::nullopt;
}

}  // namespace cpn::ctl
