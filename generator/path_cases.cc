#include "generator/path_cases.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "generator/condensation.h"

namespace generator {
namespace {

/// The family of every node, components visited sinks first.
class Propagation {
 public:
  /// `known`: by contracted node, cases of it that come from elsewhere; or empty.
  Propagation(const ContractedGraph& contracted, std::vector<CaseFamily> known,
              const CaseItems& items, CaseSet& cases)
      : contracted_(contracted),
        graph_(contracted.graph),
        items_(items),
        cases_(cases),
        families_(cases.families()),
        components_(FindComponents(graph_, ArcSelection::kAll)),
        family_(std::move(known)),
        waiting_flag_(graph_.nodes(), false) {
    family_.resize(graph_.nodes());
    SortMembers();
  }

  void Run() {
    for (std::uint32_t component = 0; component < components_.count; ++component) {
      Visit(Members(component));
    }
  }

  CaseFamily Of(std::uint32_t node) const { return family_[node]; }
  std::uint32_t endless_components() const { return endless_components_; }

  /// The least label of an arc inside a component. There are no silent cycles left, so that every
  /// cycle has one.
  std::optional<LabelId> LabelOnCycle() const {
    std::optional<LabelId> least;
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      for (const ObservedArc& arc : graph_.Out(node)) {
        if (!IsInside(node, arc) || arc.label == kSilent) continue;
        least = std::min(least.value_or(arc.label), arc.label);
      }
    }
    return least;
  }

 private:
  void SortMembers() {
    first_member_.assign(components_.count + 1, 0);
    for (const std::uint32_t component : components_.of_node) ++first_member_[component + 1];
    for (std::uint32_t c = 0; c < components_.count; ++c) first_member_[c + 1] += first_member_[c];
    members_.resize(graph_.nodes());
    std::vector<std::uint32_t> next(first_member_.begin(), first_member_.end() - 1);
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      members_[next[components_.of_node[node]]++] = node;
    }
  }

  std::span<const std::uint32_t> Members(std::uint32_t component) const {
    return {members_.data() + first_member_[component],
            members_.data() + first_member_[component + 1]};
  }

  bool IsInside(std::uint32_t node, const ObservedArc& arc) const {
    return components_.of_node[node] == components_.of_node[arc.target];
  }

  CaseFamily ExtendByLabel(CaseFamily family, LabelId label) {
    return cases_.Extend(family, items_.OfLabel(label));
  }

  void Visit(std::span<const std::uint32_t> members) {
    bool leaves = false;
    bool cycles = false;
    for (const std::uint32_t node : members) {
      leaves = leaves || family_[node] != CaseFamily{};  // to what is known from elsewhere
      cycles = cycles || contracted_.endless[node];
      for (const ObservedArc& arc : graph_.Out(node)) {
        const bool inside = IsInside(node, arc);
        cycles = cycles || inside;
        leaves = leaves || !inside;
        if (!inside) Absorb(node, arc);
      }
    }
    if (!leaves) {
      VisitTerminal(members, cycles);
    } else if (cycles) {
      FindFixpoint(members);
    }
  }

  /// Adds to the node's family what the arc's target can reach.
  void Absorb(std::uint32_t node, const ObservedArc& arc) {
    family_[node] = families_.Union(family_[node], ExtendByLabel(family_[arc.target], arc.label));
  }

  /// A dead marking, or a component that a path stays in for ever, taking every arc.
  void VisitTerminal(std::span<const std::uint32_t> members, bool cycles) {
    CaseFamily all = families_.EmptyCase();
    for (const std::uint32_t node : members) {
      for (const ObservedArc& arc : graph_.Out(node)) all = ExtendByLabel(all, arc.label);
    }
    for (const std::uint32_t node : members) family_[node] = all;
    if (cycles) ++endless_components_;
  }

  /// Nodes whose successors changed are updated until none changes. Families only grow, and are
  /// over finitely many observations.
  void FindFixpoint(std::span<const std::uint32_t> members) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> predecessors;  // (target, source)
    for (const std::uint32_t node : members) {
      for (const ObservedArc& arc : graph_.Out(node)) {
        if (IsInside(node, arc)) predecessors.emplace_back(arc.target, node);
      }
    }
    std::sort(predecessors.begin(), predecessors.end());
    predecessors.erase(std::unique(predecessors.begin(), predecessors.end()), predecessors.end());

    std::deque<std::uint32_t> waiting(members.begin(), members.end());
    for (const std::uint32_t node : members) waiting_flag_[node] = true;
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.front();
      waiting.pop_front();
      waiting_flag_[node] = false;
      const CaseFamily before = family_[node];
      for (const ObservedArc& arc : graph_.Out(node)) {
        if (IsInside(node, arc)) Absorb(node, arc);
      }
      if (family_[node] == before) continue;
      auto entry = std::lower_bound(predecessors.begin(), predecessors.end(), std::pair{node, 0u});
      for (; entry != predecessors.end() && entry->first == node; ++entry) {
        if (waiting_flag_[entry->second]) continue;
        waiting_flag_[entry->second] = true;
        waiting.push_back(entry->second);
      }
    }
  }

  const ContractedGraph& contracted_;
  const ObservedGraph& graph_;
  const CaseItems& items_;
  CaseSet& cases_;
  CaseFamilies& families_;
  Components components_;
  std::vector<std::uint32_t> first_member_;  ///< by component, into members_
  std::vector<std::uint32_t> members_;
  std::vector<CaseFamily> family_;  ///< by node
  std::vector<bool> waiting_flag_;
  std::uint32_t endless_components_ = 0;
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
  Propagation propagation(contracted, std::move(known), items, cases_);
  if (cases_.order() == CaseOrder::kSequence) repeated_label_ = propagation.LabelOnCycle();
  if (repeated_label_) return;
  propagation.Run();
  cases_.SetCases(propagation.Of(contracted.initial));
  endless_components_ = propagation.endless_components();
}

}  // namespace generator
