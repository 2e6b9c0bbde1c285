#include "cpn/explore/canonical_order.h"

#include <algorithm>
#include <functional>

namespace cpn::explore {
namespace {

constexpr NodeId kNoNumber = 0xffffffff;

/// Sorts arcs in the order of their elements.
class ArcOrder {
 public:
  ArcOrder(const Engine& engine, const std::vector<StateArc>& arcs) : engine_(engine) {
    const std::vector<BindingElementId> used = MarkUsed(arcs);
    // Where most elements occur once, comparing them node by node takes fewer comparisons.
    by_rank_ = used.size() < arcs.size() / 4;
    if (by_rank_) Rank(used);
  }

  bool operator()(const StateArc& a, const StateArc& b) const {
    return by_rank_ ? ranks_[a.element] < ranks_[b.element]
                    : engine_.CompareElements(a.element, b.element) < 0;
  }

 private:
  std::vector<BindingElementId> MarkUsed(const std::vector<StateArc>& arcs) {
    std::vector<BindingElementId> used;
    for (const StateArc& arc : arcs) {
      if (arc.element >= ranks_.size()) ranks_.resize(arc.element + 1, 0);
      if (ranks_[arc.element] != 0) continue;
      ranks_[arc.element] = 1;
      used.push_back(arc.element);
    }
    return used;
  }

  void Rank(std::vector<BindingElementId> used) {
    std::ranges::sort(used, [&](BindingElementId a, BindingElementId b) {
      return engine_.CompareElements(a, b) < 0;
    });
    for (std::uint32_t i = 0; i < used.size(); ++i) ranks_[used[i]] = i;
  }

  const Engine& engine_;
  std::vector<std::uint32_t> ranks_;  // by element, its place in the order of all that are used
  bool by_rank_ = false;
};

}  // namespace

std::vector<NodeId> MakeCanonical(const Engine& engine, NodeId nodes,
                                  std::vector<std::uint64_t>& first_arc,
                                  std::vector<StateArc>& arcs) {
  const ArcOrder before(engine, arcs);
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
    std::sort(begin, end, std::cref(before));
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
