// Finds what makes a verdict say less than it seems to: "no vacuous success".
//
// Thread safety: none. Source: Beer, Ben-David, Eisner & Rodeh, "Efficient detection of vacuity in
// temporal model checking" (2001), of which this is the antecedent part, and more.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "cpn/ctl/labelling.h"
#include "cpn/ctl/result.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/engine/engine.h"

namespace cpn::ctl {

class Vacuity {
 public:
  /// All must outlive it. The graph of `labels` must be complete, with DeadMarkings::kEnd.
  Vacuity(const Engine* engine, Atoms* atoms, StateFunctionMemo* memo, Labelling* labels);

  /// For a property with this formula and verdict.
  std::vector<Note> Look(SubformulaId formula, Verdict verdict);

 private:
  struct Claim {
    SubformulaId formula;
    bool holds;
  };

  /// Goes through a formula and its operands.
  void Walk(Claim claim);
  /// Implications among what must hold in every reachable marking, or of every arc.
  void LookForImplications(Claim everywhere);
  void LookAtImplication(const std::vector<Claim>& left, const Subformula& whole);
  void LookAtPlaces(const Subformula& state_function);
  void LookAtTransition(SubformulaId arc_pattern);
  Claim WithoutNot(Claim claim) const;
  bool IsEverMarked(PlaceId place);

  const Engine* engine_;
  Atoms* atoms_;
  StateFunctionMemo* memo_;
  Labelling* labels_;
  std::vector<std::optional<bool>> marked_;  // by place
  // Of the property that is looked at.
  std::vector<Note> notes_;
  std::set<std::pair<SubformulaId, bool>> seen_;
  std::set<PlaceId> unmarked_;
  bool holds_ = false;
};

}  // namespace cpn::ctl
