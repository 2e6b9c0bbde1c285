#include "cpn/distributed/labelled_walk.h"

#include <algorithm>

namespace cpn::distributed {

LabelledWalk::LabelledWalk(Rank& rank, ArcLabels& labels)
    : transport_(rank.transport()),
      labels_(labels),
      order_(&rank.engine()),
      numbers_(&transport_, rank.levels().back(), rank.owns_initial()) {}

NodeId LabelledWalk::Leave(NodeId node, std::span<LeavingArc> arcs) {
  sorted_.clear();
  for (LeavingArc& arc : arcs) sorted_.push_back(&arc);
  std::ranges::sort(sorted_, [this](const LeavingArc* a, const LeavingArc* b) {
    return order_.IsBefore(a->element, b->element);
  });
  const NodeId number = numbers_.Of(node);
  for (std::uint32_t i = 0; i < sorted_.size(); ++i) {
    LeavingArc& arc = *sorted_[i];
    arc.index = i;
    arc.label = labels_.LabelOf(arc.element, number, i);
    arc.is_followed = !labels_.LeadsOut(arc.element);
  }
  HasLeft(node, arcs);
  return number;
}

void LabelledWalk::Arrive(NodeId node, const ArrivingArc& arc) {
  numbers_.Offer(node, arc.number, arc.index);
  HasArrived(node, arc);
}

void LabelledWalk::TogetherEndLevel(std::span<const NodeId> next) {
  const NodeId first = numbers_.first();
  const NodeId count = numbers_.size();
  numbers_.TogetherNumber(next);
  TogetherLevelIsOver(first, count);
  order_.Number();
}

}  // namespace cpn::distributed
