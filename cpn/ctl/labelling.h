// Says of each subformula of what markings or arcs it holds: bottom-up, each once, when asked for.
//
// Invariants:
//  1. Lower(f) is sure: where it is true, f holds whatever lies behind the limit of a partial
//     space. Where Upper(f) is false, f does not hold. In a complete space they are the same.
//  2. A Graph with DeadMarkings::kStutter gives the verdicts of infinite-path CTL.
// Thread safety: none.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "cpn/ctl/atoms.h"
#include "cpn/ctl/bits.h"
#include "cpn/ctl/fairness.h"
#include "cpn/ctl/graph.h"
#include "cpn/ctl/program.h"
#include "cpn/ctl/result.h"

namespace cpn::ctl {

class Labelling {
 public:
  /// All arguments must outlive the labelling; `program` may grow. `fairness` is that of the
  /// graph's elements.
  Labelling(const Graph* graph, const Program* program, Atoms* atoms,
            const FairnessConstraints* fairness)
      : graph_(graph), program_(program), atoms_(atoms), fairness_(fairness) {}

  const Graph& graph() const { return *graph_; }
  const Program& program() const { return *program_; }
  const FairnessConstraints& fairness() const { return *fairness_; }

  /// Throw ModelError when a state function fails.
  const Bits& Lower(SubformulaId f) { return Label(f, Bound::kLower); }
  const Bits& Upper(SubformulaId f) { return Label(f, Bound::kUpper); }
  /// Does a formula about states hold in the initial marking?
  Verdict AtInitialMarking(SubformulaId f);

 private:
  enum class Bound : std::uint8_t { kLower, kUpper };

  static Bound Other(Bound b) { return b == Bound::kLower ? Bound::kUpper : Bound::kLower; }
  const Bits& Label(SubformulaId f, Bound bound);
  Bits Compute(const Subformula& f, Bound bound);
  Bits Propositional(const Subformula& f, Bound bound);
  Bits PathFromState(const Subformula& f, Bound bound);
  Bits PathFromArc(const Subformula& f, Bound bound);
  /// For the operators that look at arcs and next markings.
  Bits StepFromState(const Subformula& f, Bound bound);
  Bits StepFromArc(const Subformula& f, Bound bound);
  Bits ForallUntilOf(bool along_arcs, const Bits& hold, const Bits& until, bool open) const;
  bool HoldsAtInitialMarking(SubformulaId f, Bound bound);
  std::size_t SizeOf(About about) const {
    return about == About::kArcs ? graph_->arcs() : graph_->nodes();
  }

  const Graph* graph_;
  const Program* program_;
  Atoms* atoms_;
  const FairnessConstraints* fairness_;
  std::vector<std::array<std::unique_ptr<Bits>, 2>> labels_;  // by subformula and bound
};

}  // namespace cpn::ctl
