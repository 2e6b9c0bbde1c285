// The reachable markings and the arcs between them, in breadth-first order from the initial
// marking. cpn/explore/ makes it.
//
// Invariants:
//  1. Node 0 is the initial marking. One arc per enabled binding element, parallel arcs kept, in
//     Engine::Enabled order.
//  2. Node numbers depend on the model alone: a node is numbered when the first arc into it is met,
//     nodes and arcs taken in their order.
//  3. Levels are whole: nodes [0, expanded()) have all their arcs, the others, which only a limited
//     exploration has, have none and are the last level.
// The engine, with its stores, must outlive the space.
// Thread safety: MarkingOf() remembers what it decoded, so it is for one thread at a time, like the
// engine; the rest is immutable.
// Source: Jensen & Kristensen (2009), ch. 7.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/exploration.h"

namespace cpn {

namespace explore {
struct Explored;
}

class StateSpace {
 public:
  StateSpace(StateSpace&&) noexcept;
  StateSpace& operator=(StateSpace&&) noexcept;
  ~StateSpace();

  std::size_t nodes() const;
  std::size_t arcs() const;
  /// Number of nodes whose arcs are known.
  NodeId expanded() const;
  ExplorationEnd end() const;
  bool complete() const { return end() == ExplorationEnd::kComplete; }
  /// First node of every breadth-first level, then nodes(): level d is [levels()[d],
  /// levels()[d+1]).
  std::span<const NodeId> levels() const;

  /// No arcs when the node is not expanded.
  std::span<const StateArc> Out(NodeId node) const;
  bool IsExpanded(NodeId node) const { return node < expanded(); }
  /// False when it is not expanded, since nobody knows.
  bool IsDead(NodeId node) const { return IsExpanded(node) && Out(node).empty(); }
  Marking MarkingOf(NodeId node) const;
  MultiSet MarkingOf(NodeId node, PlaceId place) const;
  const ExplorationStatistics& statistics() const { return statistics_; }
  /// No places unless a limit ended the exploration.
  const Growth& growth() const { return growth_; }
  /// What the nodes stand for, when they are representatives of orbits: then an arc leads to the
  /// representative of the marking that it really leads to.
  const std::optional<symmetry::OrbitStatistics>& orbits() const { return orbits_; }
  /// The symmetry whose orbits the nodes are; null: every node is a marking.
  const symmetry::Symmetry* symmetry() const;
  /// The run that a path along arcs from node 0, given by their elements, stands for: itself
  /// unless nodes are orbits.
  std::vector<BindingElementId> RunOf(std::vector<BindingElementId> path) const;

 private:
  friend StateSpace Explore(Engine& engine, const ExplorationOptions& options);
  explicit StateSpace(std::shared_ptr<explore::Explored> explored);
  /// Gives nodes their numbers, once nothing will be added.
  void Finish(const Engine& engine);

  std::shared_ptr<explore::Explored> explored_;
  std::vector<NodeId> order_;  ///< by node, its number in the store; empty: the same
  ExplorationStatistics statistics_;
  Growth growth_;
  std::optional<symmetry::OrbitStatistics> orbits_;
};

/// A shortest run from the initial marking to `node`, or to a marking of that orbit; of several,
/// the one whose nodes have the smallest numbers. Requires that Explore() has returned `space`:
/// before, numbers are provisional.
std::vector<BindingElementId> ShortestRun(const StateSpace& space, NodeId node);

/// Throws ModelError when the model fails on the way: ExplorationError if it fails in a marking
/// that it has reached.
StateSpace Explore(Engine& engine, const ExplorationOptions& options = {});

/// Counts and stores no arcs; `visit_level` is not called. Throws as Explore() does: when the model
/// fails, the space is explored once more, with arcs, to find the way there.
StateCount CountStates(Engine& engine, const ExplorationOptions& options = {});

/// The same, or nothing if `gives_up` says so: it is asked once, before the first level that ends
/// beyond `markings` markings is expanded, with what is known by then.
std::optional<StateCount> CountStatesUnless(Engine& engine, const ExplorationOptions& options,
                                            std::uint64_t markings,
                                            const std::function<bool(const StateCount&)>& gives_up);

}  // namespace cpn
