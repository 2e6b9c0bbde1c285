#include "generator/condensation.h"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <numeric>
#include <utility>

namespace generator {
namespace {

using Graph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, std::uint32_t, std::uint64_t>;

Graph SelectArcs(const ObservedGraph& graph, ArcSelection selection) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    for (const ObservedArc& arc : graph.Out(node)) {
      if (selection == ArcSelection::kAll || arc.label == kSilent) {
        edges.emplace_back(node, arc.target);
      }
    }
  }
  return Graph(boost::edges_are_sorted, edges.begin(), edges.end(), graph.nodes());
}

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
  const Graph selected = SelectArcs(graph, selection);
  Components components;
  components.of_node.resize(graph.nodes());
  components.count = boost::strong_components(
      selected, boost::make_iterator_property_map(components.of_node.begin(),
                                                  boost::get(boost::vertex_index, selected)));
  return components;
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
  return result;
}

}  // namespace generator
