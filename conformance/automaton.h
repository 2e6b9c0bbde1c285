// The deterministic automaton over events of a net under a view, built as far as it is asked for: a
// node stands for the set of configurations that explain what was seen.
//
// A node holds the configurations right behind the last event; those that silent steps reach from
// them are computed when an event is looked for, and remembered, and so is the node behind each
// event. A long run over few distinct sets is a look-up an event.
// Invariants:
//  1. no node is empty: where nothing explains, there is no node;
//  2. a node number is valid as long as a Position holds it, and no longer: when there is too much
//     to remember, all but the positions is forgotten.
// Thread safety: none, one per worker.
// Source: Jard & Jeron, "TGV: theory, principles and algorithms" (2005), for determinisation on the
// fly; quiescence after Tretmans, "Model based testing with labelled transition systems" (2008).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "conformance/configurations.h"
#include "conformance/limits.h"
#include "conformance/view.h"

namespace conformance {

using NodeId = std::uint32_t;

class Automaton;

/// A place in an automaton, which it stays even when the automaton forgets and renumbers. The
/// automaton must outlive it.
class Position {
 public:
  explicit Position(Automaton* automaton);  ///< before all events
  Position(const Position& other);
  Position& operator=(const Position& other);
  ~Position();

  NodeId node() const { return node_; }
  void Move(NodeId node) { node_ = node; }

 private:
  friend class Automaton;
  Automaton* automaton_;
  NodeId node_ = 0;
};

class Automaton {
 public:
  static constexpr NodeId kNone = 0xffffffff;

  /// Both pointers must outlive the automaton.
  Automaton(cpn::Engine* engine, View* view, const Limits& limits);
  Automaton(const Automaton&) = delete;
  Automaton& operator=(const Automaton&) = delete;

  cpn::Engine& engine() { return *engine_; }
  Labels& labels() { return labels_; }
  EventTable& events() { return labels_.events(); }
  Configurations& configurations() { return configurations_; }
  const Limits& limits() const { return limits_; }

  /// Goes on with an event, or with kQuiescence; false, and the position stays: nothing explains
  /// it. Throws LimitReached.
  bool Advance(Position& position, EventId event);
  /// The configurations that explain what was seen, silent steps included, nearest first; without
  /// those from which a silent step need be followed alone. Valid until the next call. Throws
  /// LimitReached.
  std::span<const ConfigurationId> Explaining(Position& position);
  /// How many configurations there are right behind the last event: without silent steps, which may
  /// be without end.
  std::size_t CountBehind(const Position& position) const {
    return nodes_[position.node()]->first.size();
  }
  /// Events that may come next, in canonical order.
  std::vector<EventId> Possible(Position& position, cpn::lua::ObservationKind kind);

  /// Is there anything that makes the sets of this automaton smaller than they would be?
  bool reduces() const { return configurations_.reduces(); }
  /// Limits for an automaton that explains without that (Limits::exact_markings).
  Limits WithoutReduction() const;

  /// Which of these configurations, closed under silent steps that need be followed, may be at
  /// rest: no response can come of them without a further stimulus.
  std::vector<ConfigurationId> AtRest(std::span<const ConfigurationId> closed);

  /// Forgets all but the positions and these configurations, which are renumbered.
  void Forget(std::vector<ConfigurationId>* kept = nullptr);
  /// Grows whenever node numbers get another meaning.
  std::uint64_t generation() const { return generation_; }
  /// Limits::max_markings is met although all else was forgotten.
  [[noreturn]] void ThrowLimit() const;
  /// Is there more to remember than Limits::memo_bytes?
  bool IsFull() const;

 private:
  friend class Position;
  struct Node {
    std::vector<ConfigurationId> first;   // behind the event, ascending
    std::vector<ConfigurationId> closed;  // Explaining(), in the order of a breadth-first walk
    bool is_closed = false;
  };

  void Add(Position* position);
  void Remove(Position* position);
  NodeId Intern(std::vector<ConfigurationId> configurations);
  const std::vector<ConfigurationId>& Close(NodeId node);
  NodeId Successor(NodeId node, EventId event);
  /// Does `work`, forgetting what is not needed when there is no room.
  template <typename Work>
  auto WithRoom(const Work& work);

  cpn::Engine* engine_;
  Limits limits_;
  Labels labels_;
  Configurations configurations_;
  std::vector<std::unique_ptr<Node>> nodes_;
  cpn::IdTable node_ids_;
  std::unordered_map<std::uint64_t, NodeId> next_;  // by node and event; never iterated
  std::size_t node_bytes_ = 0;
  std::vector<Position*> positions_;  // in the order in which they came
  std::vector<std::uint32_t> seen_;   // scratch, by configuration: the last walk that met it
  std::uint32_t walk_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace conformance
