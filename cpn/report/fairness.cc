#include "cpn/report/fairness.h"

#include <algorithm>
#include <optional>
#include <span>

#include "cpn/explore/strong_components.h"

namespace cpn::report {
namespace {

constexpr std::size_t kFew = 8;  // fewer than one of so many nodes are few

using Nodes = std::vector<bool>;  // a set of nodes

/// All arcs from one node to another, whatever their transitions. In 8 bytes, since there may be as
/// many as arcs.
struct PairArc {
  NodeId target = 0;
  TransitionId first : 31 = 0;
  bool several : 1 = false;  ///< there are arcs of other transitions, too

  bool HasOtherThan(TransitionId t) const { return several || first != t; }
};

/// The graph as the question needs it: which nodes are joined, also when one transition is left
/// out. There may be many more arcs than pairs of nodes.
class PairGraph {
 public:
  explicit PairGraph(const LabelledGraph& graph) : first_arc_{0} {
    std::size_t most = 0;
    for (NodeId node = 0; node < graph.nodes(); ++node) most += graph.Out(node).size();
    arcs_.reserve(most);  // memory is taken when it is written to
    first_arc_.reserve(std::size_t{graph.nodes()} + 1);
    std::vector<PairArc> arcs;
    for (NodeId node = 0; node < graph.nodes(); ++node) {
      arcs.clear();
      for (const StateArc& arc : graph.Out(node)) {
        arcs.push_back({arc.target, graph.TransitionOf(arc), false});
      }
      AddPairs(arcs);
      first_arc_.push_back(arcs_.size());
    }
  }

  NodeId nodes() const { return static_cast<NodeId>(first_arc_.size() - 1); }
  std::span<const PairArc> Out(NodeId node) const {
    return std::span(arcs_).subspan(first_arc_[node], first_arc_[node + 1] - first_arc_[node]);
  }

 private:
  void AddPairs(std::vector<PairArc>& arcs) {
    std::ranges::sort(arcs, {}, &PairArc::target);
    const std::size_t begin = arcs_.size();
    for (const PairArc& arc : arcs) {
      if (arcs_.size() == begin || arcs_.back().target != arc.target) {
        arcs_.push_back(arc);
      } else if (arcs_.back().first != arc.first) {
        arcs_.back().several = true;
      }
    }
  }

  std::vector<std::size_t> first_arc_;
  std::vector<PairArc> arcs_;
};

/// The nodes on cycles of arcs for which keep(source, arc) is true.
template <typename Keep>
Nodes OnCycles(const PairGraph& graph, Keep keep) {
  const Components components = FindComponents(graph, keep);
  std::vector<bool> cyclic(components.count);
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const std::uint32_t component = components.of_node[node];
    if (cyclic[component]) continue;
    for (const PairArc& arc : graph.Out(node)) {
      if (components.of_node[arc.target] == component && keep(node, arc)) cyclic[component] = true;
    }
  }
  Nodes nodes(graph.nodes());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    nodes[node] = cyclic[components.of_node[node]];
  }
  return nodes;
}

bool Any(const Nodes& nodes) { return std::find(nodes.begin(), nodes.end(), true) != nodes.end(); }

/// The nodes that enable each transition.
std::vector<std::vector<NodeId>> FindEnabling(const LabelledGraph& graph) {
  std::vector<std::vector<NodeId>> enabling(graph.transitions());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (const StateArc& arc : graph.Out(node)) {
      std::vector<NodeId>& nodes = enabling[graph.TransitionOf(arc)];
      if (nodes.empty() || nodes.back() != node) nodes.push_back(node);
    }
  }
  return enabling;
}

class FairnessFinder {
 public:
  explicit FairnessFinder(const LabelledGraph& graph)
      : pairs_(graph), alone_(graph.transitions()), visits_(pairs_.nodes()) {
    for (NodeId node = 0; node < pairs_.nodes(); ++node) {
      for (const PairArc& arc : pairs_.Out(node)) {
        if (!arc.several) alone_[arc.first] = true;
      }
    }
  }

  Fairness Of(TransitionId t, std::span<const NodeId> enabling) {
    // Of few nodes the last question is the cheapest, and often decides.
    const bool few = enabling.size() * kFew < pairs_.nodes();
    if (few && StaysEnabled(t, enabling)) return Fairness::kNone;
    const Nodes without = alone_[t] ? CyclesWithout(t) : Nodes();
    const Nodes& cycles = alone_[t] ? without : AllCycles();
    if (!Any(cycles)) return Fairness::kImpartial;
    if (std::ranges::none_of(enabling, [&](NodeId node) { return cycles[node]; })) {
      return Fairness::kFair;
    }
    return !few && StaysEnabled(t, enabling) ? Fairness::kNone : Fairness::kJust;
  }

 private:
  Nodes CyclesWithout(TransitionId t) const {
    return OnCycles(pairs_, [t](NodeId, const PairArc& arc) { return arc.HasOtherThan(t); });
  }

  /// Also those without a transition that is alone nowhere.
  const Nodes& AllCycles() {
    if (!all_cycles_) {
      all_cycles_ = OnCycles(pairs_, [](NodeId, const PairArc&) { return true; });
    }
    return *all_cycles_;
  }

  /// Is there a cycle without `t` through nodes that all enable it?
  bool StaysEnabled(TransitionId t, std::span<const NodeId> enabling) {
    for (const NodeId node : enabling) visits_[node] = Visit::kNotYet;
    const bool stays = std::ranges::any_of(enabling, [&](NodeId node) {
      return visits_[node] == Visit::kNotYet && LeadsIntoCycle(t, node);
    });
    for (const NodeId node : enabling) visits_[node] = Visit::kNever;
    path_.clear();
    return stays;
  }

  /// Depth first, along arcs without `t` from nodes to be visited.
  bool LeadsIntoCycle(TransitionId t, NodeId from) {
    Enter(from);
    while (!path_.empty()) {
      auto& [node, next] = path_.back();
      const std::span<const PairArc> arcs = pairs_.Out(node);
      if (next == arcs.size()) {
        visits_[node] = Visit::kDone;
        path_.pop_back();
        continue;
      }
      const PairArc& arc = arcs[next++];
      if (!arc.HasOtherThan(t)) continue;
      if (visits_[arc.target] == Visit::kOnPath) return true;
      if (visits_[arc.target] == Visit::kNotYet) Enter(arc.target);
    }
    return false;
  }

  void Enter(NodeId node) {
    visits_[node] = Visit::kOnPath;
    path_.push_back({node, 0});
  }

  /// Where the search for a cycle is with a node.
  enum class Visit : std::uint8_t { kNever, kNotYet, kOnPath, kDone };
  struct Step {
    NodeId node = 0;
    std::size_t next = 0;  // of its arcs
  };

  const PairGraph pairs_;
  std::vector<bool> alone_;    // by transition: on some pair of nodes there is no other
  std::vector<Visit> visits_;  // kNever but during StaysEnabled(), of nodes that enable it
  std::vector<Step> path_;
  std::optional<Nodes> all_cycles_;
};

}  // namespace

std::vector<Fairness> FindFairness(const LabelledGraph& graph) {
  const std::vector<std::vector<NodeId>> enabling = FindEnabling(graph);
  FairnessFinder finder(graph);
  std::vector<Fairness> fairness;
  for (std::size_t t = 0; t < graph.transitions(); ++t) {
    fairness.push_back(finder.Of(static_cast<TransitionId>(t), enabling[t]));
  }
  return fairness;
}

}  // namespace cpn::report
