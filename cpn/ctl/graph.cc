#include "cpn/ctl/graph.h"

#include <algorithm>

namespace cpn::ctl {

Graph::Graph(const StateSpace* space, DeadMarkings dead) : space_(space) {
  const auto nodes = static_cast<NodeId>(space->nodes());
  first_arc_.reserve(nodes + std::size_t{1});
  first_arc_.push_back(0);
  for (NodeId node = 0; node < nodes; ++node) {
    std::size_t out = space->Out(node).size();
    if (dead == DeadMarkings::kStutter && space->IsDead(node)) {
      stutters_.push_back({kNoElement, node});
      out = 1;
    }
    first_arc_.push_back(first_arc_.back() + out);
  }
}

std::span<const StateArc> Graph::Stutter(NodeId node) const {
  const auto at = std::ranges::lower_bound(stutters_, node, {}, &StateArc::target);
  return {&*at, 1};
}

std::span<const NodeId> Graph::Sources(NodeId node) const {
  if (first_in_.empty()) Reverse();
  return std::span<const NodeId>(sources_).subspan(first_in_[node],
                                                   first_in_[node + 1] - first_in_[node]);
}

template <typename Visit>
void Graph::ForEachReversed(const Visit& visit) const {
  std::vector<std::uint64_t> next(first_in_.begin(), first_in_.end() - 1);
  for (NodeId source = 0; source < expanded(); ++source) {
    std::uint32_t position = 0;
    for (const StateArc& arc : Out(source)) visit(next[arc.target]++, source, position++);
  }
}

void Graph::Reverse() const {
  first_in_.assign(nodes() + std::size_t{1}, 0);
  for (NodeId source = 0; source < expanded(); ++source) {
    for (const StateArc& arc : Out(source)) ++first_in_[arc.target + std::size_t{1}];
  }
  for (NodeId node = 0; node < nodes(); ++node) first_in_[node + 1] += first_in_[node];
  sources_.resize(arcs());
  ForEachReversed(
      [this](std::uint64_t at, NodeId source, std::uint32_t) { sources_[at] = source; });
}

void Graph::NumberSources() const {
  if (!positions_.empty()) return;
  if (first_in_.empty()) Reverse();
  positions_.resize(arcs());
  ForEachReversed(
      [this](std::uint64_t at, NodeId, std::uint32_t position) { positions_[at] = position; });
}

}  // namespace cpn::ctl
