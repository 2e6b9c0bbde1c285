// A state space as the labelling algorithms walk it: arcs numbered, and reversed when asked for.
//
// Invariants:
//  1. The arcs out of node n are FirstArc(n), FirstArc(n) + 1, ... in the order of Out(n).
//  2. With DeadMarkings::kStutter every dead marking has one arc, to itself, that is an occurrence
//     of nothing (kNoElement): the reading of infinite-path CTL.
// Thread safety: none, since the reversed arcs are made when first asked for.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "cpn/explore/state_space.h"

namespace cpn::ctl {

using ArcId = std::uint64_t;
constexpr BindingElementId kNoElement = std::numeric_limits<BindingElementId>::max();

enum class DeadMarkings : std::uint8_t { kEnd, kStutter };

class Graph {
 public:
  /// `space` must outlive the graph.
  explicit Graph(const StateSpace* space, DeadMarkings dead = DeadMarkings::kEnd);

  const StateSpace& space() const { return *space_; }
  NodeId nodes() const { return static_cast<NodeId>(first_arc_.size() - 1); }
  ArcId arcs() const { return first_arc_.back(); }
  /// Nodes [0, expanded()) have all their arcs; nothing is known of those of the others.
  NodeId expanded() const { return space_->expanded(); }
  bool IsExpanded(NodeId node) const { return node < expanded(); }
  bool IsComplete() const { return expanded() == nodes(); }
  bool IsDead(NodeId node) const {
    return IsExpanded(node) && first_arc_[node] == first_arc_[node + 1];
  }
  ArcId FirstArc(NodeId node) const { return first_arc_[node]; }
  std::span<const StateArc> Out(NodeId node) const {
    const std::span<const StateArc> out = space_->Out(node);
    if (!stutters_.empty() && out.empty() && IsExpanded(node)) return Stutter(node);
    return out;
  }

  /// The nodes with an arc to `node`, one entry for each arc.
  std::span<const NodeId> Sources(NodeId node) const;
  /// The arcs to `node`, parallel to Sources().
  ArcId ArcFrom(NodeId node, std::size_t index) const {
    return first_arc_[sources_[first_in_[node] + index]] + positions_[first_in_[node] + index];
  }
  /// Before ArcFrom() is used.
  void NumberSources() const;

 private:
  std::span<const StateArc> Stutter(NodeId node) const;
  void Reverse() const;
  /// Calls visit(place in the reversed arcs, source, position among the arcs out of it).
  template <typename Visit>
  void ForEachReversed(const Visit& visit) const;

  const StateSpace* space_;
  std::vector<ArcId> first_arc_;
  std::vector<StateArc> stutters_;  // by node
  mutable std::vector<std::uint64_t> first_in_;
  mutable std::vector<NodeId> sources_;
  mutable std::vector<std::uint32_t> positions_;
};

}  // namespace cpn::ctl
