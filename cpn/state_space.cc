#include "cpn/state_space.h"

#include <algorithm>

#include "cpn/hash.h"
#include "cpn/id_table.h"

namespace cpn {
namespace {

constexpr std::uint64_t kProgressEvery = 16384;  // nodes expanded between two calls of progress

}  // namespace

std::span<const StateArc> StateSpace::Out(NodeId node) const {
  return std::span<const StateArc>(arcs_).subspan(first_arc_[node],
                                                  first_arc_[node + 1] - first_arc_[node]);
}

Marking StateSpace::MarkingOf(NodeId node) const {
  const auto begin = markings_.begin() + static_cast<std::ptrdiff_t>(node * places_);
  return {begin, begin + static_cast<std::ptrdiff_t>(places_)};
}

StateSpace Explore(Engine& engine, const ExplorationOptions& options) {
  StateSpace space;
  space.places_ = engine.net().places().size();
  IdTable index;
  NodeId nodes = 0;

  const auto marking_at = [&](NodeId node) {
    return std::span<const MultiSet>(space.markings_).subspan(node * space.places_, space.places_);
  };
  /// The node of a marking, a new one if need be; IdTable::kNone when the limit forbids that.
  const auto node_of = [&](const Marking& marking) -> NodeId {
    const std::uint64_t hash = HashIds<MultiSet>(0, marking);
    const NodeId known = index.Find(
        hash, [&](NodeId node) { return std::ranges::equal(marking_at(node), marking); });
    if (known != IdTable::kNone || nodes >= options.max_nodes) return known;
    space.markings_.insert(space.markings_.end(), marking.begin(), marking.end());
    index.Insert(hash, nodes);
    return nodes++;
  };

  node_of(engine.InitialMarking());
  Marking marking;
  Marking successor;
  for (NodeId node = 0; node < nodes; ++node) {
    const bool stop = options.progress && node % kProgressEvery == 0 &&
                      !options.progress(nodes, space.arcs_.size(), nodes - node);
    if (stop) space.complete_ = false;
    if (space.complete_) {
      marking = space.MarkingOf(node);
      for (const BindingElementId element : engine.Enabled(marking)) {
        successor = marking;
        engine.Occur(successor, element);
        const NodeId target = node_of(successor);
        if (target == IdTable::kNone) {
          space.complete_ = false;
        } else {
          space.arcs_.push_back({element, target});
        }
      }
    }
    space.first_arc_.push_back(space.arcs_.size());
  }
  return space;
}

}  // namespace cpn
