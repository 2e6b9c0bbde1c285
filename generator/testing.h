// For tests: observed graphs made by hand or at random, and what a look at them tells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "generator/case_families.h"
#include "generator/observed_graph.h"

namespace generator::testing {

using Case = std::vector<ObservationId>;

struct Edge {
  std::uint32_t source;
  std::uint32_t target;
  Case observations;
};

inline ObservedGraph Build(std::uint32_t nodes, std::vector<Edge> edges) {
  std::stable_sort(edges.begin(), edges.end(),
                   [](const Edge& a, const Edge& b) { return a.source < b.source; });
  ObservedGraph graph;
  graph.first_arc.assign(nodes + 1, 0);
  for (const Edge& edge : edges) {
    LabelId label = kSilent;
    if (!edge.observations.empty()) {
      label = static_cast<LabelId>(graph.labels.size());
      graph.labels.push_back(edge.observations);
    }
    graph.arcs.push_back({edge.target, label});
    ++graph.first_arc[edge.source + 1];
  }
  for (std::uint32_t n = 0; n < nodes; ++n) graph.first_arc[n + 1] += graph.first_arc[n];
  return graph;
}

/// The cases of a CaseSet, one after the other.
template <typename Cases>
std::vector<Case> List(const Cases& cases) {
  std::vector<Case> list;
  cases.ForEach([&](std::span<const ObservationId> observed) {
    list.emplace_back(observed.begin(), observed.end());
  });
  return list;
}

/// A case with more observations: at the end, or, of a set, sorted and each once.
template <typename Observations>
Case Extended(Case observed, const Observations& more, CaseOrder order) {
  observed.insert(observed.end(), more.begin(), more.end());
  if (order == CaseOrder::kSet) {
    const std::set<ObservationId> sorted(observed.begin(), observed.end());
    observed.assign(sorted.begin(), sorted.end());
  }
  return observed;
}

inline std::set<std::uint32_t> Reach(const ObservedGraph& graph, std::uint32_t from) {
  std::set<std::uint32_t> seen{from};
  std::deque<std::uint32_t> waiting{from};
  for (; !waiting.empty(); waiting.pop_front()) {
    for (const ObservedArc& arc : graph.Out(waiting.front())) {
      if (seen.insert(arc.target).second) waiting.push_back(arc.target);
    }
  }
  return seen;
}

/// What follows a node for ever: nothing (dead), or the observations of its terminal component.
inline std::optional<std::set<ObservationId>> TerminalObservations(const ObservedGraph& graph,
                                                                   std::uint32_t start) {
  std::set<ObservationId> observed;
  for (const std::uint32_t node : Reach(graph, start)) {
    if (!Reach(graph, node).contains(start)) return std::nullopt;
    for (const ObservedArc& arc : graph.Out(node)) {
      observed.insert(graph.labels[arc.label].begin(), graph.labels[arc.label].end());
    }
  }
  return observed;
}

/// The nodes that can be reached from node 0, renumbered.
inline ObservedGraph Reachable(const std::vector<Edge>& edges) {
  std::vector<std::uint32_t> nodes{0};
  const auto number = [&](std::uint32_t node) {
    return static_cast<std::uint32_t>(std::find(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  std::vector<Edge> kept;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Edge& edge : edges) {
      if (edge.source != nodes[i]) continue;
      if (number(edge.target) == nodes.size()) nodes.push_back(edge.target);
      kept.push_back({number(edge.source), number(edge.target), edge.observations});
    }
  }
  return Build(static_cast<std::uint32_t>(nodes.size()), kept);
}

inline ObservedGraph RandomGraph(std::mt19937& random) {
  const std::uint32_t nodes = 1 + random() % 8;
  const std::uint32_t edges = random() % (3 * nodes + 1);
  const bool acyclic = random() % 3 == 0;
  std::vector<Edge> list;
  for (std::uint32_t i = 0; i < edges; ++i) {
    std::uint32_t source = random() % nodes;
    std::uint32_t target = random() % nodes;
    if (acyclic && source == target) continue;
    if (acyclic && source > target) std::swap(source, target);
    Case observations;
    for (std::uint32_t k = random() % 3; k-- > 0;) observations.push_back(random() % 5);
    list.push_back({source, target, observations});
  }
  return Reachable(list);
}

}  // namespace generator::testing
