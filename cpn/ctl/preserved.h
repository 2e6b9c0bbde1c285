// Which formulas say of orbits of markings what they say of markings, and state functions that
// are checked to.
//
// The graph of orbits is bisimilar to that of all markings where atoms do not tell the markings
// of an orbit apart, so that all of ASK-CTL is preserved: only atoms are checked, and fairness
// that is owed to the values of a symmetric colour set one by one.
//
// Invariant of SymmetricFunctions: when Holds() returns, the function has been asked about every
// image of the places that it read, under the whole group, has read the same places and has given
// the same answer.
// Thread safety: as StateFunctions.
// Sources: Emerson and Sistla, "Symmetry and model checking" (1996); Clarke, Enders, Filkorn and
// Jha, "Exploiting symmetry in temporal logic model checking" (1996).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "cpn/ctl/fairness.h"
#include "cpn/ctl/formula.h"
#include "cpn/ctl/state_functions.h"
#include "cpn/symmetry/symmetry.h"

namespace cpn::ctl {

/// Throws ModelError, with the reason, for a formula that names values of symmetric colour sets,
/// and for fairness to such values.
void RequireSymmetric(std::span<const Property* const> properties,
                      const symmetry::Symmetry& symmetry, FairnessMode fairness);

class SymmetricFunctions final : public StateFunctions {
 public:
  /// Images of what a function reads that are tried for one marking; beyond it, EffortExceeded.
  static constexpr std::size_t kMostImages = 1'000'000;

  /// Both must outlive it.
  SymmetricFunctions(StateFunctions* inner, const symmetry::Symmetry* symmetry)
      : inner_(inner), symmetry_(symmetry) {}

  /// Throws ModelError, too, when the function tells images of the marking apart, and
  /// symmetry::EffortExceeded.
  bool Holds(StateFunctionId function, const MarkingView& marking,
             std::vector<PlaceId>& reads) override;
  SourceLocation Where(StateFunctionId function) const override { return inner_->Where(function); }

 private:
  using Key = std::vector<std::uint32_t>;
  struct HashKey {
    std::size_t operator()(const Key& key) const;
  };

  /// What tells whether a question was asked before.
  static Key KeyOf(StateFunctionId function, const MarkingView& marking,
                   std::span<const PlaceId> reads);
  /// Asks about all images of the marking, and adds what it asked to `asked`.
  void CheckImages(StateFunctionId function, const MarkingView& marking,
                   const std::vector<PlaceId>& read, bool holds, std::vector<Key>& asked) const;
  [[noreturn]] void Fail(StateFunctionId function, const MarkingView& marking, bool holds,
                         const MarkingView& image, bool image_holds,
                         std::span<const PlaceId> reads) const;

  StateFunctions* inner_;
  const symmetry::Symmetry* symmetry_;
  std::unordered_set<Key, HashKey> checked_;
};

}  // namespace cpn::ctl
