// A walk along all arcs of a space that ranks share, with the numbers that cpn::StateSpace gives to
// markings and arcs, and a label for each arc.
//
// Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/distributed/arc_visitor.h"
#include "cpn/distributed/canonical_numbers.h"
#include "cpn/distributed/element_order.h"
#include "cpn/distributed/rank.h"

namespace cpn::distributed {

/// What the arcs of a space carry, and where somebody stops to look at it. As each rank sees it.
class ArcLabels {
 public:
  virtual ~ArcLabels() = default;

  /// Are the arcs of this own marking left out? May throw ModelError.
  virtual bool IsEnd(NodeId /*node*/) { return false; }
  /// The label of an arc with this element, which is arc `index` of marking `source`, by their
  /// numbers. May throw ModelError.
  virtual std::uint32_t LabelOf(BindingElementId element, NodeId source, std::uint32_t index) = 0;
  /// Does an arc with this element lead out of what is looked at?
  virtual bool LeadsOut(BindingElementId /*element*/) { return false; }
};

class LabelledWalk : public ArcVisitor {
 public:
  /// After Rank::TogetherShare(). Both must outlive it.
  LabelledWalk(Rank& rank, ArcLabels& labels);

  bool IsEnd(NodeId node) final { return labels_.IsEnd(node); }
  NodeId Leave(NodeId node, std::span<LeavingArc> arcs) final;
  void Arrive(NodeId node, const ArrivingArc& arc) final;
  void TogetherEndLevel(std::span<const NodeId> next) final;

  const CanonicalNumbers& numbers() const { return numbers_; }

 protected:
  Transport& transport() const { return transport_; }

 private:
  /// The arcs of an own marking; those that are not followed lead out.
  virtual void HasLeft(NodeId node, std::span<const LeavingArc> arcs) = 0;
  virtual void HasArrived(NodeId node, const ArrivingArc& arc) = 0;
  /// Collective. The level whose arcs have arrived has `count` markings on all ranks, from number
  /// `first` on; all targets have numbers.
  virtual void TogetherLevelIsOver(NodeId first, NodeId count) = 0;

  Transport& transport_;
  ArcLabels& labels_;
  ElementOrder order_;
  CanonicalNumbers numbers_;
  std::vector<LeavingArc*> sorted_;  // arcs of a marking
};

}  // namespace cpn::distributed
