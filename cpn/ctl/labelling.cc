#include "cpn/ctl/labelling.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "cpn/ctl/propositional.h"
#include "cpn/ctl/temporal.h"

namespace cpn::ctl {

const Bits& Labelling::Label(SubformulaId f, Bound bound) {
  if (graph_->IsComplete()) bound = Bound::kLower;
  if (f >= labels_.size()) labels_.resize(program_->size());
  const auto b = static_cast<std::size_t>(bound);
  if (!labels_[f][b]) {
    auto label = std::make_unique<Bits>(Compute((*program_)[f], bound));
    labels_[f][b] = std::move(label);
  }
  return *labels_[f][b];
}

Bits Labelling::Compute(const Subformula& f, Bound bound) {
  const bool of_state = f.about == About::kStates;
  if (IsPropositional(f.op)) return Propositional(f, bound);
  if (IsPathOperator(f.op)) return of_state ? PathFromState(f, bound) : PathFromArc(f, bound);
  return of_state ? StepFromState(f, bound) : StepFromArc(f, bound);
}

Bits Labelling::Propositional(const Subformula& f, Bound bound) {
  switch (f.op) {
    case Operator::kTrue:
    case Operator::kFalse:
      return Bits(SizeOf(f.about), f.op == Operator::kTrue);
    case Operator::kStateFunction:
      return atoms_->StateFunction(f.state_function);
    case Operator::kArcPattern:
      return atoms_->Arcs(*graph_, f.arc_pattern);
    case Operator::kNot:
      return Complement(Label(f.operands[0], Other(bound)));
    default:
      break;
  }
  Bits bits = Label(f.operands[0], bound);
  for (const SubformulaId operand : f.operands) {
    if (f.op == Operator::kAnd) {
      bits &= Label(operand, bound);
    } else {
      bits |= Label(operand, bound);
    }
  }
  return bits;
}

Bits Labelling::PathFromState(const Subformula& f, Bound bound) {
  const bool along_arcs = f.operands_about == About::kArcs;
  const auto exist = along_arcs ? ExistUntilArcs : ExistUntil;
  const auto forall = [&](const Bits& hold, const Bits& until, bool is_open) {
    return ForallUntilOf(along_arcs, hold, until, is_open);
  };
  const bool open = bound == Bound::kUpper;
  const Bits& first = Label(f.operands[0], bound);
  const Bits everywhere(SizeOf(f.operands_about), true);
  switch (f.op) {
    case Operator::kPos:
      return exist(*graph_, everywhere, first, open);
    case Operator::kInv:
      return Complement(exist(*graph_, everywhere, Complement(first), !open));
    case Operator::kEv:
      return forall(everywhere, first, open);
    case Operator::kAlong:
      return Complement(forall(everywhere, Complement(first), !open));
    case Operator::kExistUntil:
      return exist(*graph_, first, Label(f.operands[1], bound), open);
    default:
      assert(f.op == Operator::kForallUntil);
      return forall(first, Label(f.operands[1], bound), open);
  }
}

Bits Labelling::ForallUntilOf(bool along_arcs, const Bits& hold, const Bits& until,
                              bool open) const {
  if (fairness_->empty()) {
    return (along_arcs ? ForallUntilArcs : ForallUntil)(*graph_, hold, until, open);
  }
  return (along_arcs ? FairForallUntilArcs : FairForallUntil)(*graph_, *fairness_, hold, until,
                                                              open);
}

Bits Labelling::PathFromArc(const Subformula& f, Bound bound) {
  Bits rest = ArcsTo(*graph_, Label(*f.from_state, bound));
  const Bits& first = Label(f.operands[0], bound);
  switch (f.op) {
    case Operator::kPos:
    case Operator::kEv:
      return std::move(rest |= first);
    case Operator::kInv:
    case Operator::kAlong:
      return std::move(rest &= first);
    default:
      rest &= first;
      return std::move(rest |= Label(f.operands[1], bound));
  }
}

Bits Labelling::StepFromState(const Subformula& f, Bound bound) {
  const bool open = bound == Bound::kUpper;
  const Bits& last = Label(f.operands.back(), bound);
  switch (f.op) {
    case Operator::kExistNext:
      return WithSomeArc(*graph_, ArcsTo(*graph_, last), open);
    case Operator::kForallNext:
      return WithAllArcs(*graph_, ArcsTo(*graph_, last), open);
    case Operator::kModal:
      return WithSomeArc(*graph_, last, open);
    case Operator::kExistModal: {
      Bits arcs = ArcsTo(*graph_, last);
      arcs &= Label(f.operands[0], bound);
      return WithSomeArc(*graph_, arcs, open);
    }
    default: {
      assert(f.op == Operator::kForallModal);
      Bits arcs = ArcsTo(*graph_, last);
      arcs |= Complement(Label(f.operands[0], Other(bound)));
      return WithAllArcs(*graph_, arcs, open);
    }
  }
}

Bits Labelling::StepFromArc(const Subformula& f, Bound bound) {
  const bool open = bound == Bound::kUpper;
  const Bits& operand = Label(f.operands[0], bound);
  if (f.op == Operator::kModal) return ArcsTo(*graph_, operand);
  return ArcsTo(*graph_, f.op == Operator::kExistNext ? WithSomeArc(*graph_, operand, open)
                                                      : WithAllArcs(*graph_, operand, open));
}

Verdict Labelling::AtInitialMarking(SubformulaId f) {
  if (HoldsAtInitialMarking(f, Bound::kLower)) return Verdict::kHolds;
  if (!HoldsAtInitialMarking(f, Bound::kUpper)) return Verdict::kViolated;
  return Verdict::kUnknown;
}

bool Labelling::HoldsAtInitialMarking(SubformulaId id, Bound bound) {
  const Subformula& f = (*program_)[id];
  const auto operand_holds = [&](SubformulaId o) { return HoldsAtInitialMarking(o, bound); };
  switch (f.op) {
    case Operator::kNot:
      return !HoldsAtInitialMarking(f.operands[0], Other(bound));
    case Operator::kAnd:
      return std::ranges::all_of(f.operands, operand_holds);
    case Operator::kOr:
      return std::ranges::any_of(f.operands, operand_holds);
    // Every marking and arc of the space can be reached: no search is needed.
    case Operator::kPos:
      return (bound == Bound::kUpper && !graph_->IsComplete()) || Label(f.operands[0], bound).Any();
    case Operator::kInv:
      return (bound == Bound::kUpper || graph_->IsComplete()) && Label(f.operands[0], bound).All();
    default:
      return Label(id, bound).Test(0);
  }
}

}  // namespace cpn::ctl
