// What the contest's formulas say of one marking, for the model checker: comparisons of numbers of
// tokens, and whether transitions can fire.
//
// Invariant: a function reads only the places that its answer depends on, so that the checker can
// remember it.
// Thread safety: none; as the net's engine.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "cpn/ctl/state_functions.h"
#include "mcc/formula.h"
#include "mcc/loaded_net.h"

namespace mcc {

class Atoms final : public cpn::ctl::StateFunctions {
 public:
  /// `net` must outlive it.
  explicit Atoms(LoadedNet& net);

  /// The formula in the checker's terms; what it says of single markings becomes functions of this.
  cpn::ctl::Formula Translate(const Formula& formula);

  bool Holds(cpn::ctl::StateFunctionId function, const cpn::ctl::MarkingView& marking,
             std::vector<cpn::PlaceId>& reads) override;
  cpn::SourceLocation Where(cpn::ctl::StateFunctionId function) const override;

 private:
  bool CanFire(std::size_t transition, const cpn::ctl::MarkingView& marking,
               std::vector<cpn::PlaceId>& reads);
  void Forget();

  // What a transition takes or looks at, and what is known of it: markings of these places under
  // which it can fire, or not. Many formulas ask the same.
  struct TransitionMemo {
    std::vector<cpn::PlaceId> places;
    std::map<std::vector<std::uint32_t>, bool> known;
  };

  LoadedNet& net_;
  std::vector<Formula> functions_;     // kLessOrEqual and kFireable
  std::vector<TransitionMemo> memos_;  // by index into the PNML net's transitions
  std::size_t remembered_ = 0;         // answers in all of them
};

}  // namespace mcc
