// Strongly connected components of an observed graph, and the graph with its silent cycles
// contracted.
//
// Thread safety: free functions without state.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/explore/strong_components.h"
#include "generator/observed_graph.h"

namespace generator {

using cpn::Components;

enum class ArcSelection : std::uint8_t { kAll, kSilentOnly };

/// The components of the graph that has only the selected arcs.
Components FindComponents(const ObservedGraph& graph, ArcSelection selection);

/// Contracts each component of the silent arcs to one node, and drops silent self-loops and
/// repeated arcs. Paths of the result observe what paths of `graph` do.
struct ContractedGraph {
  ObservedGraph graph;        ///< its labels are those of the original; its node 0 is any node
  std::uint32_t initial = 0;  ///< the node that the original's node 0 became
  std::vector<bool> endless;  ///< by node: a silent cycle was contracted
  std::vector<std::uint32_t> of_node;  ///< by node of the original: what it became
};
ContractedGraph ContractSilentCycles(const ObservedGraph& graph);

}  // namespace generator
