#include "model_coverage/recorded_runs.h"

#include <algorithm>

namespace model_coverage {

RecordedRuns::RecordedRuns(cpn::Engine& engine) : engine_(engine) {
  Number(engine.InitialMarking());
}

void RecordedRuns::Add(const std::vector<cpn::BindingElementId>& run) {
  cpn::Marking marking = engine_.InitialMarking();
  std::uint32_t node = 0;
  for (const cpn::BindingElementId element : run) {
    engine_.Occur(marking, element);
    const std::uint32_t next = Number(marking);
    steps_[node][element] = next;
    node = next;
  }
}

std::uint32_t RecordedRuns::Number(const cpn::Marking& marking) {
  std::vector<std::uint32_t> ids;
  for (const cpn::MultiSet place : marking) ids.push_back(place.id);
  const auto [entry, is_new] =
      numbers_.emplace(std::move(ids), static_cast<std::uint32_t>(markings_.size()));
  if (is_new) {
    markings_.push_back(marking);
    steps_.emplace_back();
  }
  return entry->second;
}

MarkingGraph RecordedRuns::Graph() const {
  MarkingGraph graph;
  for (const auto& steps : steps_) {
    for (const auto& [element, target] : steps) {
      graph.graph.arcs.push_back({target, generator::kSilent});
      graph.elements.push_back(element);
    }
    graph.graph.first_arc.push_back(graph.graph.arcs.size());
  }
  graph.marking_of = [this](std::uint32_t node) { return markings_[node]; };
  return graph;
}

std::optional<Coverage> CoverageOfRun(const ItemGraph& items,
                                      const std::vector<cpn::BindingElementId>& elements,
                                      const std::vector<cpn::BindingElementId>& run) {
  Coverage coverage;
  const auto add = [&](ItemId item) { coverage.possible.push_back(item); };
  const generator::ObservedGraph& graph = items.graph;
  std::uint32_t node = 0;
  items.ForNode(node, add);
  for (const cpn::BindingElementId element : run) {
    if (graph.Out(node).empty()) break;
    std::uint64_t arc = graph.first_arc[node];
    const std::uint64_t end = graph.first_arc[node + 1];
    const auto element_of = [&](std::uint64_t a) {
      return elements[items.base_arc.empty() ? a : items.base_arc[a]];
    };
    while (arc < end && element_of(arc) != element) ++arc;
    if (arc == end) return std::nullopt;
    items.ForArc(arc, add);
    node = graph.arcs[arc].target;
    items.ForNode(node, add);
  }
  std::sort(coverage.possible.begin(), coverage.possible.end());
  coverage.possible.erase(std::unique(coverage.possible.begin(), coverage.possible.end()),
                          coverage.possible.end());
  coverage.sure = coverage.possible;
  return coverage;
}

}  // namespace model_coverage
