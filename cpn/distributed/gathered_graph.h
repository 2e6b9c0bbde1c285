// The state space that ranks share as a graph of numbers, put together at rank 0: markings are
// numbers, and arcs carry a label. What a report and test cases need of a state space.
//
// How it works: ranks walk along all arcs once more (Rank::TogetherWalk) and number the markings as
// cpn::StateSpace does. When a level's markings have numbers, its arcs go to rank 0, each from the
// owner of its target, and there to the place that its source and its index say. A rank keeps 8
// bytes for each of its markings and the arcs of one level; rank 0 has all arcs, 8 bytes each.
//
// Invariant: nodes and arcs are those of cpn::StateSpace, in its order, whatever the number of
// ranks; but for nodes that can only be reached through others at which the graph ends, or along
// arcs that are not followed, and these arcs. Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/distributed/labelled_walk.h"
#include "cpn/distributed/rank.h"

namespace cpn::distributed {

/// With nothing in it on all ranks but rank 0.
struct GatheredGraph {
  static constexpr NodeId kOutside = 0xffffffff;  ///< the target of arcs that lead out

  std::vector<std::uint64_t> first_arc{0};  ///< by node, and the number of arcs
  std::vector<StateArc> arcs;               ///< `element` is the label

  NodeId nodes() const { return static_cast<NodeId>(first_arc.size() - 1); }
  std::span<const StateArc> Out(NodeId node) const {
    return {arcs.data() + first_arc[node], arcs.data() + first_arc[node + 1]};
  }
};

/// Collective, after the exploration. Throws as Rank::TogetherWalk(). Unless `numbers` is null,
/// (*numbers)[i] becomes the number in the graph of own marking i, kOutside if it is not there.
GatheredGraph TogetherGather(Rank& rank, ArcLabels& labels, std::vector<NodeId>* numbers = nullptr);

}  // namespace cpn::distributed
