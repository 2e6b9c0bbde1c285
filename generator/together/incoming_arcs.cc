#include "generator/together/incoming_arcs.h"

#include <utility>

namespace generator {
namespace {

using cpn::NodeId;
using cpn::distributed::ArrivingArc;
using cpn::distributed::LeavingArc;

class IncomingWalk final : public cpn::distributed::LabelledWalk {
 public:
  IncomingWalk(cpn::distributed::Rank& rank, ObservedLabels& labels)
      : LabelledWalk(rank, labels), nodes_(rank.levels().back()) {
    found_.followed.assign(nodes_, 0);
  }

  IncomingArcs Take() {
    std::vector<std::uint64_t>& first = found_.first_arc;
    first.assign(nodes_ + 1, 0);
    for (const Arrived& arc : arrived_) ++first[arc.target + 1];
    for (NodeId node = 0; node < nodes_; ++node) first[node + 1] += first[node];
    found_.arcs.resize(arrived_.size());
    std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
    for (const Arrived& arc : arrived_) found_.arcs[next[arc.target]++] = arc.arc;
    for (NodeId node = 0; node < nodes_; ++node) found_.is_there.push_back(numbers().Has(node));
    return std::move(found_);
  }

 private:
  struct Arrived {
    NodeId target = 0;
    IncomingArc arc;
  };

  void HasLeft(NodeId node, std::span<const LeavingArc> arcs) override {
    for (const LeavingArc& arc : arcs) {
      if (arc.is_followed) {
        ++found_.followed[node];
      } else {
        found_.leading_out.push_back({node, arc.label});
      }
    }
  }
  void HasArrived(NodeId node, const ArrivingArc& arc) override {
    arrived_.push_back({node, {arc.source, arc.label}});
  }
  void TogetherLevelIsOver(NodeId /*first*/, NodeId /*count*/) override {}

  NodeId nodes_;
  std::vector<Arrived> arrived_;
  IncomingArcs found_;
};

}  // namespace

IncomingArcs TogetherFindIncoming(cpn::distributed::Rank& rank, ObservedLabels& labels) {
  rank.TogetherShare();
  IncomingWalk walk(rank, labels);
  rank.TogetherWalk(walk);
  return walk.Take();
}

void UseLabels(const LabelsOfRanks& labels, unsigned ranks, IncomingArcs& arcs) {
  const auto use = [&](std::uint32_t& label) {
    label = WithRank(labels.Of(label), RankIn(label, ranks), ranks);
  };
  for (IncomingArc& arc : arcs.arcs) use(arc.label);
  for (IncomingArcs::Outgoing& arc : arcs.leading_out) use(arc.label);
}

}  // namespace generator
