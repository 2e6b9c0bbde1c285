#include "cpn/explore/canonical_order.h"

#include <algorithm>

namespace cpn::explore {
namespace {

constexpr NodeId kNoNumber = 0xffffffff;

/// By element, its place in the order of all elements that `arcs` use.
std::vector<std::uint32_t> Ranks(const Engine& engine, const std::vector<StateArc>& arcs) {
  std::vector<std::uint32_t> ranks;
  std::vector<BindingElementId> used;
  for (const StateArc& arc : arcs) {
    if (arc.element >= ranks.size()) ranks.resize(arc.element + 1, 0);
    if (ranks[arc.element] != 0) continue;
    ranks[arc.element] = 1;
    used.push_back(arc.element);
  }
  std::ranges::sort(used, [&](BindingElementId a, BindingElementId b) {
    return engine.CompareElements(a, b) < 0;
  });
  for (std::uint32_t i = 0; i < used.size(); ++i) ranks[used[i]] = i;
  return ranks;
}

}  // namespace

std::vector<NodeId> MakeCanonical(const Engine& engine, NodeId nodes,
                                  std::vector<std::uint64_t>& first_arc,
                                  std::vector<StateArc>& arcs) {
  const std::vector<std::uint32_t> ranks = Ranks(engine, arcs);
  const std::size_t expanded = first_arc.size() - 1;
  std::vector<NodeId> number(nodes, kNoNumber);
  std::vector<NodeId> order{0};
  order.reserve(nodes);
  number[0] = 0;
  std::vector<std::uint64_t> new_first_arc{0};
  new_first_arc.reserve(first_arc.size());
  std::vector<StateArc> new_arcs;
  new_arcs.reserve(arcs.size());
  for (std::size_t i = 0; i < expanded; ++i) {
    const auto begin = arcs.begin() + static_cast<std::ptrdiff_t>(first_arc[order[i]]);
    const auto end = arcs.begin() + static_cast<std::ptrdiff_t>(first_arc[order[i] + 1]);
    std::sort(begin, end, [&](const StateArc& a, const StateArc& b) {
      return ranks[a.element] < ranks[b.element];
    });
    for (auto arc = begin; arc != end; ++arc) {
      NodeId& target = number[arc->target];
      if (target == kNoNumber) {
        target = static_cast<NodeId>(order.size());
        order.push_back(arc->target);
      }
      new_arcs.push_back({arc->element, target});
    }
    new_first_arc.push_back(new_arcs.size());
  }
  first_arc.swap(new_first_arc);
  arcs.swap(new_arcs);
  return order;
}

}  // namespace cpn::explore
