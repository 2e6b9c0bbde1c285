#include "generator/condensation.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace generator {
namespace {

/// Nodes by component: the members of component c are the c-th group.
std::vector<std::uint32_t> SortByComponent(const Components& components) {
  std::vector<std::uint32_t> nodes(components.of_node.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::stable_sort(nodes.begin(), nodes.end(), [&](std::uint32_t a, std::uint32_t b) {
    return components.of_node[a] < components.of_node[b];
  });
  return nodes;
}

}  // namespace

Components FindComponents(const ObservedGraph& graph, ArcSelection selection) {
  return cpn::FindComponents(graph, [selection](std::uint32_t, const ObservedArc& arc) {
    return selection == ArcSelection::kAll || arc.label == kSilent;
  });
}

ContractedGraph ContractSilentCycles(const ObservedGraph& graph) {
  const Components silent = FindComponents(graph, ArcSelection::kSilentOnly);
  ContractedGraph result;
  result.initial = silent.of_node.front();
  result.endless.assign(silent.count, false);
  result.graph.labels = graph.labels;
  const std::vector<std::uint32_t> nodes = SortByComponent(silent);
  std::vector<ObservedArc>& arcs = result.graph.arcs;
  for (std::size_t i = 0; i < nodes.size();) {
    const std::uint32_t component = silent.of_node[nodes[i]];
    const auto first = static_cast<std::ptrdiff_t>(arcs.size());
    for (; i < nodes.size() && silent.of_node[nodes[i]] == component; ++i) {
      for (const ObservedArc& arc : graph.Out(nodes[i])) {
        const ObservedArc contracted{silent.of_node[arc.target], arc.label};
        if (contracted == ObservedArc{component, kSilent}) {
          result.endless[component] = true;
        } else {
          arcs.push_back(contracted);
        }
      }
    }
    std::sort(arcs.begin() + first, arcs.end());
    arcs.erase(std::unique(arcs.begin() + first, arcs.end()), arcs.end());
    result.graph.first_arc.push_back(arcs.size());
  }
  result.of_node = silent.of_node;
  return result;
}

}  // namespace generator
