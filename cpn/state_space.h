// The reachable markings and the arcs between them, in breadth-first order from the initial
// marking.
//
// Invariants:
//  1. Node 0 is the initial marking. One arc per enabled binding element, parallel arcs kept, in
//     Engine::Enabled order.
//  2. Node numbers depend on the model alone: a node is numbered when the first arc into it is met,
//     nodes and arcs taken in their order.
//  3. Levels are whole: nodes [0, expanded()) have all their arcs, the others, which only a limited
//     exploration has, have none and are the last level.
// Source: Jensen & Kristensen (2009), ch. 7.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine.h"
#include "cpn/exploration.h"

namespace cpn {

struct StateArc {
  BindingElementId element = 0;
  NodeId target = 0;
};

class StateSpace {
 public:
  std::size_t nodes() const { return places_ == 0 ? 1 : markings_.size() / places_; }
  std::size_t arcs() const { return arcs_.size(); }
  /// Number of nodes whose arcs are known.
  NodeId expanded() const { return static_cast<NodeId>(first_arc_.size() - 1); }
  ExplorationEnd end() const { return end_; }
  bool complete() const { return end_ == ExplorationEnd::kComplete; }
  /// First node of every breadth-first level, then nodes(): level d is [levels()[d], levels()[d +
  /// 1]).
  std::span<const NodeId> levels() const { return levels_; }

  /// No arcs when the node is not expanded.
  std::span<const StateArc> Out(NodeId node) const;
  bool IsExpanded(NodeId node) const { return node < expanded(); }
  /// False when it is not expanded, since nobody knows.
  bool IsDead(NodeId node) const { return IsExpanded(node) && Out(node).empty(); }
  Marking MarkingOf(NodeId node) const;
  MultiSet MarkingOf(NodeId node, PlaceId place) const;

 private:
  friend StateSpace Explore(Engine& engine, const ExplorationOptions& options);
  std::size_t places_ = 0;
  std::vector<MultiSet> markings_;  ///< nodes() x places_
  std::vector<std::uint64_t> first_arc_{0};
  std::vector<StateArc> arcs_;
  std::vector<NodeId> levels_;
  ExplorationEnd end_ = ExplorationEnd::kComplete;
};

/// Throws ModelError when the model fails on the way.
StateSpace Explore(Engine& engine, const ExplorationOptions& options = {});

/// Counts and stores no arcs; `visit_level` is not called. Throws ModelError.
StateCount CountStates(Engine& engine, const ExplorationOptions& options = {});

}  // namespace cpn
