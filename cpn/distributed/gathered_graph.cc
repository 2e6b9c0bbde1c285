#include "cpn/distributed/gathered_graph.h"

#include <utility>

#include "cpn/distributed/send_to_first.h"

namespace cpn::distributed {
namespace {

/// How many arcs leave a marking.
struct Degree {
  NodeId source = 0;
  std::uint32_t arcs = 0;
};

struct WholeArc {
  NodeId source = 0;
  std::uint32_t index = 0;
  StateArc arc;  // with its label
};

class Gathering final : public LabelledWalk {
 public:
  using LabelledWalk::LabelledWalk;

  GatheredGraph TakeGraph() { return std::move(graph_); }

 private:
  void HasLeft(NodeId node, std::span<const LeavingArc> arcs) override {
    const NodeId number = numbers().Of(node);
    degrees_.push_back({number, static_cast<std::uint32_t>(arcs.size())});
    for (const LeavingArc& arc : arcs) {
      if (arc.is_followed) continue;
      whole_.push_back({number, arc.index, {arc.label, GatheredGraph::kOutside}});
    }
  }

  void HasArrived(NodeId node, const ArrivingArc& arc) override {
    // Its own number while the level lasts; the one in the graph comes with the level's end.
    whole_.push_back({arc.number, arc.index, {arc.label, node}});
  }

  void TogetherLevelIsOver(NodeId first, NodeId count) override {
    for (WholeArc& whole : whole_) {
      if (whole.arc.target != GatheredGraph::kOutside) {
        whole.arc.target = numbers().Of(whole.arc.target);
      }
    }
    std::vector<std::uint32_t> arcs_of(transport().rank() == 0 ? count : 0, 0);
    SendToFirst(transport(), degrees_,
                [&](unsigned, const Degree& d) { arcs_of[d.source - first] = d.arcs; });
    for (const std::uint32_t arcs : arcs_of) {
      graph_.first_arc.push_back(graph_.first_arc.back() + arcs);
    }
    graph_.arcs.resize(graph_.first_arc.back());
    SendToFirst(transport(), whole_, [&](unsigned, const WholeArc& whole) {
      graph_.arcs[graph_.first_arc[whole.source] + whole.index] = whole.arc;
    });
    degrees_.clear();
    whole_.clear();
  }

  std::vector<Degree> degrees_;  // of the level
  std::vector<WholeArc> whole_;  // likewise
  GatheredGraph graph_;
};

}  // namespace

GatheredGraph TogetherGather(Rank& rank, ArcLabels& labels, std::vector<NodeId>* numbers) {
  rank.TogetherShare();
  Gathering gathering(rank, labels);
  rank.TogetherWalk(gathering);
  if (numbers != nullptr) {
    numbers->clear();
    for (NodeId node = 0; node < rank.levels().back(); ++node) {
      const bool there = gathering.numbers().Has(node);
      numbers->push_back(there ? gathering.numbers().Of(node) : GatheredGraph::kOutside);
    }
  }
  return gathering.TakeGraph();
}

}  // namespace cpn::distributed
