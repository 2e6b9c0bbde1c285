#include "generator/path_cases.h"

#include <utility>

#include "generator/condensation.h"
#include "generator/propagation.h"

namespace generator {
namespace {

/// Arcs that show the observations of their labels.
class ShownArcs {
 public:
  ShownArcs(const CaseItems& items, CaseSet& cases) : items_(items), cases_(cases) {}

  CaseFamily Extend(CaseFamily behind, LabelId label) {
    return cases_.Extend(behind, items_.OfLabel(label));
  }

  void Stay(const ObservedGraph& graph, std::span<const std::uint32_t> members,
            std::vector<CaseFamily>& family) {
    CaseFamily all = cases_.families().EmptyCase();
    for (const std::uint32_t node : members) {
      for (const ObservedArc& arc : graph.Out(node)) all = Extend(all, arc.label);
    }
    for (const std::uint32_t node : members) family[node] = all;
  }

 private:
  const CaseItems& items_;
  CaseSet& cases_;
};

}  // namespace

PathCases::PathCases(const ObservedGraph& graph, CaseOrder order)
    : PathCases(ContractSilentCycles(graph), order) {}

PathCases::PathCases(const ContractedGraph& contracted, CaseOrder order)
    : PathCases(contracted, CaseItems(contracted.graph, contracted.initial), order) {}

PathCases::PathCases(const ContractedGraph& contracted, const CaseItems& items, CaseOrder order)
    : cases_(order, items) {
  Find(contracted, {}, items);
}

PathCases::PathCases(const ObservedGraph& graph, std::span<const CaseFamily> known,
                     const CaseItems& items, CaseSet cases)
    : cases_(std::move(cases)) {
  const ContractedGraph contracted = ContractSilentCycles(graph);
  std::vector<CaseFamily> families(contracted.graph.nodes());
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    CaseFamily& family = families[contracted.of_node[node]];
    family = cases_.families().Union(family, known[node]);
  }
  Find(contracted, std::move(families), items);
}

void PathCases::Find(const ContractedGraph& contracted, std::vector<CaseFamily> known,
                     const CaseItems& items) {
  ShownArcs arcs(items, cases_);
  Propagation propagation(contracted.graph, std::move(known), cases_.families(), arcs);
  if (cases_.order() == CaseOrder::kSequence) {
    // There are no silent cycles left, so that every cycle has a label.
    repeated_label_ = propagation.LabelOnCycle([](LabelId label) { return label == kSilent; });
  }
  if (repeated_label_) return;
  propagation.Run([&](std::uint32_t node) { return contracted.endless[node]; });
  cases_.SetCases(propagation.Of(contracted.initial));
  endless_components_ = propagation.endless_components();
}

}  // namespace generator
