// The families of all nodes of a graph, components visited sinks first: what path_cases.h says,
// whatever arcs show.
//
// Arcs says what they do to cases:
//   CaseFamily Extend(CaseFamily behind, LabelId label)   the cases of an arc, of those behind it
//   void Stay(graph, members, family)                     the families of a terminal component's
//                                                         members: a path takes every arc
// Thread safety: none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "generator/case_families.h"
#include "generator/condensation.h"
#include "generator/observed_graph.h"

namespace generator {

template <typename Arcs>
class Propagation {
 public:
  /// All but `known` must outlive it. `known`: by node, cases of it that come from elsewhere; or
  /// empty.
  Propagation(const ObservedGraph& graph, std::vector<CaseFamily> known, CaseFamilies& families,
              Arcs& arcs)
      : graph_(graph),
        arcs_(arcs),
        families_(families),
        components_(FindComponents(graph_, ArcSelection::kAll)),
        family_(std::move(known)),
        waiting_flag_(graph_.nodes(), false) {
    family_.resize(graph_.nodes());
    SortMembers();
  }

  /// `is_endless(node)`: can a path stay there though no arc shows it?
  template <typename IsEndless>
  void Run(const IsEndless& is_endless) {
    for (std::uint32_t component = 0; component < components_.count; ++component) {
      Visit(Members(component), is_endless);
    }
  }

  CaseFamily Of(std::uint32_t node) const { return family_[node]; }
  std::uint32_t endless_components() const { return endless_components_; }

  /// The least label of an arc inside a component, silent ones aside: it can be met again and
  /// again. `is_silent(label)`.
  template <typename IsSilent>
  std::optional<LabelId> LabelOnCycle(const IsSilent& is_silent) const {
    std::optional<LabelId> least;
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      for (const ObservedArc& arc : graph_.Out(node)) {
        if (!IsInside(node, arc) || is_silent(arc.label)) continue;
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

  template <typename IsEndless>
  void Visit(std::span<const std::uint32_t> members, const IsEndless& is_endless) {
    bool leaves = false;
    bool cycles = false;
    for (const std::uint32_t node : members) {
      leaves = leaves || family_[node] != CaseFamily{};  // to what is known from elsewhere
      cycles = cycles || is_endless(node);
      for (const ObservedArc& arc : graph_.Out(node)) {
        const bool inside = IsInside(node, arc);
        cycles = cycles || inside;
        leaves = leaves || !inside;
        if (!inside) Absorb(node, arc);
      }
    }
    if (!leaves) {  // a dead marking, or a component that a path stays in for ever
      arcs_.Stay(graph_, members, family_);
      if (cycles) ++endless_components_;
    } else if (cycles) {
      FindFixpoint(members);
    }
  }

  /// Adds to the node's family what the arc's target can reach.
  void Absorb(std::uint32_t node, const ObservedArc& arc) {
    family_[node] = families_.Union(family_[node], arcs_.Extend(family_[arc.target], arc.label));
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

  const ObservedGraph& graph_;
  Arcs& arcs_;
  CaseFamilies& families_;
  Components components_;
  std::vector<std::uint32_t> first_member_;  ///< by component, into members_
  std::vector<std::uint32_t> members_;
  std::vector<CaseFamily> family_;  ///< by node
  std::vector<bool> waiting_flag_;
  std::uint32_t endless_components_ = 0;
};

}  // namespace generator
