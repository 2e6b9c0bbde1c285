#include "cpn/explore/canonical_order.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace cpn::explore {
namespace {

constexpr NodeId kNoNumber = 0xffffffff;

/// Sorts arcs in the order of their elements.
class ArcOrder {
 public:
  ArcOrder(const Engine& engine, std::span<const StateArc> arcs) : engine_(engine) {
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
  std::vector<BindingElementId> MarkUsed(std::span<const StateArc> arcs) {
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

/// Numbers nodes as their first arcs are met.
class Numbering {
 public:
  Numbering(const ArcOrder& before, NodeId nodes) : before_(before), number_(nodes, kNoNumber) {
    order_.reserve(nodes);
    order_.push_back(0);
    number_[0] = 0;
  }

  /// Nodes [first, last), a level whose numbers are known: sorts their arcs, numbers the targets.
  void TakeLevel(NodeId first, NodeId last, std::vector<std::uint64_t>& first_arc,
                 std::span<StateArc> arcs) {
    level_.clear();
    ends_.clear();
    const auto at = [&](std::uint64_t arc) {
      return arcs.begin() + static_cast<std::ptrdiff_t>(arc);
    };
    for (NodeId node = first; node < last; ++node) {
      const NodeId old = order_[node];
      std::sort(at(first_arc[old]), at(first_arc[old + 1]), std::cref(before_));
      for (auto arc = at(first_arc[old]); arc != at(first_arc[old + 1]); ++arc) {
        level_.push_back({arc->element, NumberOf(arc->target)});
      }
      ends_.push_back(first_arc[first] + level_.size());
    }
    std::ranges::copy(level_, at(first_arc[first]));
    std::ranges::copy(ends_, first_arc.begin() + first + 1);
  }

  std::vector<NodeId> TakeOrder() { return std::move(order_); }

 private:
  NodeId NumberOf(NodeId old) {
    NodeId& number = number_[old];
    if (number == kNoNumber) {
      number = static_cast<NodeId>(order_.size());
      order_.push_back(old);
    }
    return number;
  }

  const ArcOrder& before_;
  std::vector<NodeId> number_;  // by old number
  std::vector<NodeId> order_;   // by number, the old one
  std::vector<StateArc> level_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace

std::vector<NodeId> MakeCanonical(const Engine& engine, std::span<const NodeId> levels,
                                  std::vector<std::uint64_t>& first_arc, std::span<StateArc> arcs) {
  const ArcOrder before(engine, arcs);
  Numbering numbering(before, levels.back());
  for (std::size_t i = 0; i + 1 < levels.size() && levels[i + 1] < first_arc.size(); ++i) {
    numbering.TakeLevel(levels[i], levels[i + 1], first_arc, arcs);
  }
  return numbering.TakeOrder();
}

}  // namespace cpn::explore
