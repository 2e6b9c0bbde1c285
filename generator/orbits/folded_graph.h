// A graph of orbits as test generation sees it. A node is the representative of an orbit, and its
// arcs are steps of the representative. Where such a step leads is a marking of the target's orbit:
// the one that the arc's permutation makes of the target. Knows nothing of nets or Lua.
//
// Invariants:
//  1. Node 0 is the initial node. Labels of `graph` are indices into `steps`; its own
//     `labels` mean nothing. Every node can be reached from node 0.
//  2. Permutation 0 changes nothing.
//  3. The arcs of the other markings of an orbit are those of the representative with all
//     permuted. (Of a space reduced by stubborn sets: they are a stubborn set there.)
// Plain data.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "generator/case_families.h"
#include "generator/observed_graph.h"

namespace generator {

/// Binding elements that a specification observes, or what they become when values are exchanged: a
/// class of those that show the same, and so do all their images; by number.
using OrbitItem = CaseFamilies::Item;
using PermutationId = std::uint32_t;
constexpr PermutationId kIdentity = 0;

struct FoldedStep {
  std::optional<OrbitItem> item;  ///< nothing: neither it nor any image of it is observed
  PermutationId permutation = kIdentity;
  friend auto operator<=>(const FoldedStep&, const FoldedStep&) = default;
};

struct FoldedGraph {
  ObservedGraph graph;
  std::vector<FoldedStep> steps;
  /// By item, what it shows: an index into the labels that items are observed with.
  std::vector<LabelId> label_of;
  /// By item, the least that it or an image of it shows, which is something.
  std::vector<LabelId> label_in_orbit;
  /// What a permutation makes of an item.
  std::function<OrbitItem(PermutationId, OrbitItem)> image;
};

}  // namespace generator
