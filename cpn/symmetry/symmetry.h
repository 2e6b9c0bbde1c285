// The symmetry of one loaded net: what it declares symmetric, checked as far as that goes without
// running it, and what permutations do to its markings and binding elements.
//
// Thread safety: as ValueStore: images are interned.
// Source: Jensen, "Coloured Petri Nets", vol. 2 (1995), ch. 3.
#pragma once

#include <optional>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/symmetry/action.h"
#include "cpn/symmetry/group.h"

namespace cpn::symmetry {

class Symmetry {
 public:
  /// All must outlive it. Throws ModelError: see Group and CheckNet().
  Symmetry(const Net* net, ColourSets* colour_sets, ValueStore* values, MultiSetStore* multisets,
           Evaluator* evaluator);

  const Group& group() const { return group_; }
  const Action& action() const { return action_; }
  const Net& net() const { return *net_; }
  ValueStore& values() const { return *values_; }
  MultiSetStore& multisets() const { return *multisets_; }

  /// The permutation that makes a marking the representative of its orbit. Throws EffortExceeded.
  Permutation ToRepresentative(const Marking& marking) const;
  Marking Apply(const Permutation& permutation, const Marking& marking) const;

 private:
  const Net* net_;
  ValueStore* values_;
  MultiSetStore* multisets_;
  Group group_;
  Action action_;
};

/// What orbits stand for.
struct OrbitStatistics {
  /// Permutations of the group.
  std::optional<std::uint64_t> group_order;
  /// The markings, arcs and dead markings of the whole state space, summed over orbits: each has
  /// group_order / (permutations that leave its representative as it is) markings. Nothing where
  /// a number does not fit.
  std::optional<std::uint64_t> states;
  bool has_arcs = false;  ///< the next two were computed
  std::optional<std::uint64_t> arcs;
  std::optional<std::uint64_t> dead_markings;
};

}  // namespace cpn::symmetry
