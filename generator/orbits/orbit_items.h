// The binding elements that orbits are observed by, in whole orbits, and what permutations make of
// them.
//
// Invariants:
//  1. With an item, all its images under the group are items; one of them is observed.
//  2. Items and permutations are numbered in the order in which they are met: the same model, the
//     same numbers.
// Thread safety: as the model (one worker).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpn/symmetry/symmetry.h"
#include "generator/observer.h"
#include "generator/orbits/folded_graph.h"

namespace generator {

class OrbitItems {
 public:
  /// More items than this are not kept: symmetry::EffortExceeded.
  static constexpr std::size_t kMost = 1'000'000;

  /// All must outlive it.
  OrbitItems(const cpn::Engine* engine, const cpn::symmetry::Symmetry* symmetry,
             Observer* observer);

  /// Nothing: neither it nor an image of it is observed. Throws ModelError when the model's hook
  /// fails, and symmetry::EffortExceeded.
  std::optional<OrbitItem> Of(cpn::BindingElementId element);
  PermutationId Intern(const cpn::symmetry::Permutation& permutation);
  OrbitItem Image(PermutationId permutation, OrbitItem item);
  /// By item, its class, numbered in the order in which they are met: items are of one class when
  /// they, and what any permutation makes of them, show the same. So permutations act on classes,
  /// and where a specification treats values alike, classes are what is observed.
  std::vector<OrbitItem> Classes();
  /// By item, of the observer.
  const std::vector<LabelId>& labels() const { return labels_; }
  /// By item, the least label of its orbit that shows something.
  const std::vector<LabelId>& labels_in_orbits() const { return labels_in_orbits_; }

 private:
  /// A transition and a binding of it; wildcards are not observed.
  struct Element {
    cpn::TransitionId transition = 0;
    std::vector<cpn::Value> binding;
  };
  using Orbit = std::vector<Element>;
  using Key = std::vector<std::uint32_t>;  // transition, ids of values

  static Key KeyOf(const Element& element);
  /// What a permutation makes of it.
  Element ImageOf(const cpn::symmetry::Permutation& permutation, const Element& element) const;
  Orbit OrbitOf(cpn::BindingElement element) const;
  void Keep(const Orbit& orbit);

  const cpn::Engine* engine_;
  const cpn::symmetry::Symmetry* symmetry_;
  Observer* observer_;
  std::vector<Element> items_;
  std::vector<LabelId> labels_;
  std::vector<LabelId> labels_in_orbits_;
  std::map<Key, std::optional<OrbitItem>> known_;  // nothing: of an orbit that is not observed
  std::vector<cpn::symmetry::Permutation> permutations_;
  std::map<Key, PermutationId> permutation_ids_;  // by image of each point
  std::unordered_map<std::uint64_t, OrbitItem> images_;
};

}  // namespace generator
