// The reachable markings and the arcs between them, in breadth-first order from the initial
// marking.
//
// Invariants:
//  1. Node 0 is the initial marking. One arc per enabled binding element, parallel arcs kept, in
//     Engine::Enabled order.
//  2. Node numbers depend on the model alone.
// Source: Jensen & Kristensen (2009), ch. 7.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "cpn/engine.h"

namespace cpn {

using NodeId = std::uint32_t;

struct StateArc {
  BindingElementId element = 0;
  NodeId target = 0;
};

struct ExplorationOptions {
  std::uint64_t max_nodes = std::numeric_limits<NodeId>::max() - 1;
  /// Called now and then with nodes, arcs and nodes still waiting; false stops the exploration.
  std::function<bool(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t waiting)> progress;
};

class StateSpace {
 public:
  std::size_t nodes() const { return first_arc_.size() - 1; }
  std::size_t arcs() const { return arcs_.size(); }
  /// False when a limit or `progress` ended the exploration: nodes without arcs may not be dead
  /// then.
  bool complete() const { return complete_; }
  std::span<const StateArc> Out(NodeId node) const;
  bool IsDead(NodeId node) const { return Out(node).empty(); }
  Marking MarkingOf(NodeId node) const;

 private:
  friend StateSpace Explore(Engine& engine, const ExplorationOptions& options);
  std::size_t places_ = 0;
  std::vector<MultiSet> markings_;  ///< nodes() x places_
  std::vector<std::uint64_t> first_arc_{0};
  std::vector<StateArc> arcs_;
  bool complete_ = true;
};

StateSpace Explore(Engine& engine, const ExplorationOptions& options = {});

}  // namespace cpn
