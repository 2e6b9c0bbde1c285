#include "cpn/state_space.h"

#include <algorithm>
#include <chrono>

#include "cpn/hash.h"
#include "cpn/id_table.h"

namespace cpn {
namespace {

constexpr std::uint64_t kCheckEvery = 16384;  // nodes expanded between two looks at the limits

}  // namespace

std::span<const StateArc> StateSpace::Out(NodeId node) const {
  if (!IsExpanded(node)) return {};
  return std::span<const StateArc>(arcs_).subspan(first_arc_[node],
                                                  first_arc_[node + 1] - first_arc_[node]);
}

Marking StateSpace::MarkingOf(NodeId node) const {
  const auto begin = markings_.begin() + static_cast<std::ptrdiff_t>(node * places_);
  return {begin, begin + static_cast<std::ptrdiff_t>(places_)};
}

MultiSet StateSpace::MarkingOf(NodeId node, PlaceId place) const {
  return markings_[node * places_ + place];
}

StateSpace Explore(Engine& engine, const ExplorationOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  StateSpace space;
  space.places_ = engine.net().places().size();
  IdTable index;
  NodeId nodes = 0;

  const auto marking_at = [&](NodeId node) {
    return std::span<const MultiSet>(space.markings_).subspan(node * space.places_, space.places_);
  };
  const auto node_of = [&](const Marking& marking) -> NodeId {
    const std::uint64_t hash = HashIds<MultiSet>(0, marking);
    const NodeId known = index.Find(
        hash, [&](NodeId node) { return std::ranges::equal(marking_at(node), marking); });
    if (known != IdTable::kNone) return known;
    space.markings_.insert(space.markings_.end(), marking.begin(), marking.end());
    index.Insert(hash, nodes);
    return nodes++;
  };
  const auto limit = [&](NodeId node) -> ExplorationEnd {
    if (nodes > options.max_states) return ExplorationEnd::kMaxStates;
    if (node % kCheckEvery != 0) return ExplorationEnd::kComplete;
    if (options.interrupt && *options.interrupt) return ExplorationEnd::kInterrupted;
    if (std::chrono::duration<double>(Clock::now() - start).count() > options.max_seconds) {
      return ExplorationEnd::kMaxSeconds;
    }
    const std::uint64_t memory = space.markings_.capacity() * sizeof(MultiSet) +
                                 space.arcs_.capacity() * sizeof(StateArc) + index.memory_bytes();
    if (memory > options.max_memory_bytes) return ExplorationEnd::kMaxMemory;
    if (options.progress) {
      options.progress({nodes, space.arcs_.size(), nodes - node, space.levels_.size() - 2, memory});
    }
    return ExplorationEnd::kComplete;
  };

  node_of(engine.InitialMarking());
  Marking marking;
  Marking successor;
  NodeId node = 0;
  space.levels_ = {0, nodes};
  while (node < nodes) {
    const NodeId first = node;
    const NodeId last = nodes;
    if (options.visit_level && !options.visit_level(space, first, last)) {
      space.end_ = ExplorationEnd::kStopped;
    }
    for (; node < last && space.complete(); ++node) {
      space.end_ = limit(node);
      if (!space.complete()) break;
      marking = space.MarkingOf(node);
      for (const BindingElementId element : engine.Enabled(marking)) {
        successor = marking;
        engine.Occur(successor, element);
        space.arcs_.push_back({element, node_of(successor)});
      }
      space.first_arc_.push_back(space.arcs_.size());
    }
    if (nodes > options.max_states) space.end_ = ExplorationEnd::kMaxStates;
    if (!space.complete()) {
      space.first_arc_.resize(first + 1);
      space.arcs_.resize(space.first_arc_.back());
      space.markings_.resize(last * space.places_);
      break;
    }
    if (nodes > last) space.levels_.push_back(nodes);
  }
  return space;
}

StateCount CountStates(Engine& engine, const ExplorationOptions& options) {
  ExplorationOptions plain = options;
  plain.visit_level = nullptr;
  const StateSpace space = Explore(engine, plain);
  StateCount count{space.nodes(), space.arcs(), 0, space.levels().size() - 2, space.end()};
  for (NodeId node = 0; node < space.expanded(); ++node) count.dead_markings += space.IsDead(node);
  return count;
}

}  // namespace cpn
