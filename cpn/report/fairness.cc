#include "cpn/report/fairness.h"

#include "cpn/explore/strong_components.h"

namespace cpn::report {
namespace {

using Nodes = std::vector<bool>;  // a set of nodes

Nodes Enabling(const LabelledGraph& graph, TransitionId t) {
  Nodes nodes(graph.nodes());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (const StateArc& arc : graph.Out(node)) {
      if (graph.TransitionOf(arc) == t) nodes[node] = true;
    }
  }
  return nodes;
}

/// The nodes on cycles of arcs for which keep(source, arc) is true.
template <typename Keep>
Nodes OnCycles(const LabelledGraph& graph, Keep keep) {
  const Components components = FindComponents(graph, keep);
  std::vector<bool> cyclic(components.count);
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const std::uint32_t component = components.of_node[node];
    if (cyclic[component]) continue;
    for (const StateArc& arc : graph.Out(node)) {
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

bool Meet(const Nodes& a, const Nodes& b) {
  for (std::size_t node = 0; node < a.size(); ++node) {
    if (a[node] && b[node]) return true;
  }
  return false;
}

Fairness FairnessOf(const LabelledGraph& graph, TransitionId t) {
  const Nodes cycles =
      OnCycles(graph, [&](NodeId, const StateArc& arc) { return graph.TransitionOf(arc) != t; });
  if (!Any(cycles)) return Fairness::kImpartial;
  const Nodes enabling = Enabling(graph, t);
  if (!Meet(cycles, enabling)) return Fairness::kFair;
  const Nodes enabled_cycles = OnCycles(graph, [&](NodeId node, const StateArc& arc) {
    return enabling[node] && graph.TransitionOf(arc) != t;  // on a cycle, all nodes are sources
  });
  return Any(enabled_cycles) ? Fairness::kNone : Fairness::kJust;
}

}  // namespace

std::vector<Fairness> FindFairness(const LabelledGraph& graph) {
  std::vector<Fairness> fairness;
  for (std::size_t t = 0; t < graph.transitions(); ++t) {
    fairness.push_back(FairnessOf(graph, static_cast<TransitionId>(t)));
  }
  return fairness;
}

}  // namespace cpn::report
