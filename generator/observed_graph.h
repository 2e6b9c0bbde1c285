// A state space as test generation sees it: nodes, and arcs that carry the observations of their
// binding elements. Knows nothing of nets, bindings or Lua.
//
// Invariants:
//  1. Node 0 is the initial node; node n's arcs are those from arcs[first_arc[n]] up to, but not
//     including, arcs[first_arc[n + 1]].
//  2. Label 0 is silent: labels[0] is empty, and no other label is.
//  3. Every node can be reached from node 0. A node without arcs is a dead marking.
// Plain data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace generator {

/// An observation (input or output event), as a number that the caller gives out.
using ObservationId = std::uint32_t;
/// Index into ObservedGraph::labels.
using LabelId = std::uint32_t;
constexpr LabelId kSilent = 0;

struct ObservedArc {
  std::uint32_t target = 0;
  LabelId label = kSilent;
  friend auto operator<=>(const ObservedArc&, const ObservedArc&) = default;
};

struct ObservedGraph {
  std::vector<std::uint64_t> first_arc{0};  ///< nodes() + 1 entries
  std::vector<ObservedArc> arcs;
  std::vector<std::vector<ObservationId>> labels{{}};  ///< in the order in which they are observed

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first_arc.size() - 1); }
  std::span<const ObservedArc> Out(std::uint32_t node) const {
    return {arcs.data() + first_arc[node], arcs.data() + first_arc[node + 1]};
  }
};

}  // namespace generator
