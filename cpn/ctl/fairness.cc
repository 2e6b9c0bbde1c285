#include "cpn/ctl/fairness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cpn/explore/strong_components.h"

namespace cpn::ctl {
namespace {

/// Which constraints some markings and arcs enable and take. Made once, filled again and again.
class Tally {
 public:
  explicit Tally(const FairnessConstraints& fairness)
      : fairness_(fairness), counts_(fairness.size()) {}

  void Clear() {
    for (const ConstraintId touched : touched_) counts_[touched] = {};
    touched_.clear();
    markings_ = 0;
  }
  /// A marking may come again: it then counts again.
  void AddMarking(const Graph& graph, NodeId node) {
    ++markings_;
    for (const StateArc& arc : graph.Out(node)) {
      const ConstraintId constraint = fairness_.Of(arc.element);
      if (constraint == kNoConstraint) continue;
      Count& count = Touch(constraint);
      if (count.last_marking == markings_) continue;
      count.last_marking = markings_;
      ++count.enabled;
    }
  }
  void AddStep(BindingElementId element) {
    const ConstraintId constraint = fairness_.Of(element);
    if (constraint != kNoConstraint) Touch(constraint).taken = true;
  }

  /// Is the constraint enabled as often as it must be to be owed something, and never taken?
  bool IsUnserved(ConstraintId constraint) const {
    const Count& count = counts_[constraint];
    if (count.taken || count.enabled == 0) return false;
    return fairness_.IsStrong(constraint) || count.enabled == markings_;
  }
  std::vector<ConstraintId> Unserved() const {
    std::vector<ConstraintId> unserved;
    for (const ConstraintId constraint : touched_) {
      if (IsUnserved(constraint)) unserved.push_back(constraint);
    }
    std::ranges::sort(unserved);
    return unserved;
  }

 private:
  struct Count {
    std::uint64_t enabled = 0;       // markings in which it is
    std::uint64_t last_marking = 0;  // the last one that was counted
    bool taken = false;
    bool touched = false;
  };

  Count& Touch(ConstraintId constraint) {
    Count& count = counts_[constraint];
    if (!count.touched) {
      count.touched = true;
      touched_.push_back(constraint);
    }
    return count;
  }

  const FairnessConstraints& fairness_;
  std::vector<Count> counts_;
  std::vector<ConstraintId> touched_;
  std::uint64_t markings_ = 0;
};

/// Takes components apart until each is a part or nothing is left of it.
class PartFinder {
 public:
  PartFinder(const Graph& graph, const FairnessConstraints& fairness, const Bits& arcs)
      : graph_(graph), arcs_(arcs), tally_(fairness), fairness_(fairness) {
    parts_.of_node.assign(graph.nodes(), FairParts::kNone);
    open_.assign(graph.nodes(), true);
  }

  FairParts Run() {
    for (bool again = true; again;) {
      again = false;
      for (const std::vector<NodeId>& component : OpenComponents()) {
        again = Judge(component) || again;
      }
    }
    return std::move(parts_);
  }

 private:
  bool IsKept(NodeId source, const StateArc& arc) const {
    const auto position = static_cast<ArcId>(&arc - graph_.Out(source).data());
    return open_[source] && open_[arc.target] && arcs_.Test(graph_.FirstArc(source) + position);
  }

  /// Those with a circle in them.
  std::vector<std::vector<NodeId>> OpenComponents() {
    const Components found = FindComponents(
        graph_, [this](NodeId source, const StateArc& arc) { return IsKept(source, arc); });
    component_of_ = found.of_node;
    std::vector<bool> has_circle(found.count);
    for (NodeId node = 0; node < graph_.expanded(); ++node) {
      if (!open_[node]) continue;
      for (const StateArc& arc : graph_.Out(node)) {
        const std::uint32_t component = component_of_[node];
        if (component_of_[arc.target] == component && IsKept(node, arc))
          has_circle[component] = true;
      }
    }
    std::vector<std::uint32_t> number(found.count, FairParts::kNone);
    std::vector<std::vector<NodeId>> components;
    for (NodeId node = 0; node < graph_.nodes(); ++node) {
      if (!open_[node]) continue;
      const std::uint32_t component = component_of_[node];
      if (!has_circle[component]) {
        open_[node] = false;
        continue;
      }
      if (number[component] == FairParts::kNone) {
        number[component] = static_cast<std::uint32_t>(components.size());
        components.emplace_back();
      }
      components[number[component]].push_back(node);
    }
    return components;
  }

  /// Is a part of it still to be looked at?
  bool Judge(const std::vector<NodeId>& component) {
    tally_.Clear();
    for (const NodeId node : component) {
      tally_.AddMarking(graph_, node);
      for (const StateArc& arc : graph_.Out(node)) {
        if (component_of_[arc.target] == component_of_[node] && IsKept(node, arc)) {
          tally_.AddStep(arc.element);
        }
      }
    }
    const std::vector<ConstraintId> unserved = tally_.Unserved();
    if (unserved.empty()) {
      for (const NodeId node : component) parts_.of_node[node] = next_;
      ++next_;
      Close(component);
      return false;
    }
    // No part of it takes a weak constraint either, and it is enabled in all of its markings.
    const bool hopeless = std::ranges::any_of(
        unserved, [this](ConstraintId constraint) { return !fairness_.IsStrong(constraint); });
    if (hopeless) {
      Close(component);
      return false;
    }
    bool some_left = false;
    for (const NodeId node : component) {
      const bool enables = std::ranges::any_of(graph_.Out(node), [&](const StateArc& arc) {
        const ConstraintId constraint = fairness_.Of(arc.element);
        return constraint != kNoConstraint && tally_.IsUnserved(constraint);
      });
      if (enables) {
        open_[node] = false;
      } else {
        some_left = true;
      }
    }
    return some_left;
  }

  void Close(const std::vector<NodeId>& component) {
    for (const NodeId node : component) open_[node] = false;
  }

  const Graph& graph_;
  const Bits& arcs_;
  Tally tally_;
  const FairnessConstraints& fairness_;
  FairParts parts_;
  std::uint32_t next_ = 0;
  std::vector<bool> open_;  // nobody knows yet whether the node is in a part
  std::vector<std::uint32_t> component_of_;
};

}  // namespace

Fairness FairnessOf(const TransitionDeclaration& transition, FairnessMode mode) {
  switch (mode) {
    case FairnessMode::kNone:
      return {};
    case FairnessMode::kDeclared:
      return transition.fairness;
    case FairnessMode::kWeak:
      if (transition.fairness.kind != Fairness::Kind::kNone) return transition.fairness;
      return {Fairness::Kind::kWeak, {}};
    case FairnessMode::kStrong:
      return {Fairness::Kind::kStrong, transition.fairness.apart};
  }
  return {};
}

FairnessConstraints::FairnessConstraints(const Engine& engine, const StateSpace& space,
                                         FairnessMode mode) {
  std::vector<Fairness> of_transition;
  bool any = false;
  for (const Transition& transition : engine.net().transitions()) {
    of_transition.push_back(FairnessOf(*transition.declaration, mode));
    any = any || of_transition.back().kind != Fairness::Kind::kNone;
  }
  if (!any) return;
  std::map<std::vector<std::uint32_t>, ConstraintId> known;
  std::vector<bool> seen;
  for (NodeId node = 0; node < space.expanded(); ++node) {
    for (const StateArc& arc : space.Out(node)) {
      if (arc.element >= seen.size()) {
        seen.resize(arc.element + std::size_t{1});
        of_element_.resize(arc.element + std::size_t{1}, kNoConstraint);
      }
      if (seen[arc.element]) continue;
      seen[arc.element] = true;
      const BindingElement element = engine.Element(arc.element);
      const Fairness& fairness = of_transition[element.transition];
      if (fairness.kind == Fairness::Kind::kNone) continue;
      const Transition& transition = engine.net().transitions()[element.transition];
      std::vector<std::uint32_t> key = {element.transition};
      std::string values;
      for (const std::uint32_t variable : fairness.apart) {
        key.push_back(element.binding[variable].id);
        values += fmt::format("{}{} = {}", values.empty() ? "" : ", ",
                              transition.declaration->variables[variable].name,
                              engine.values().Format(element.binding[variable]));
      }
      const auto [at, fresh] =
          known.emplace(std::move(key), static_cast<ConstraintId>(constraints_.size()));
      of_element_[arc.element] = at->second;
      if (!fresh) continue;
      constraints_.push_back({fairness.kind == Fairness::Kind::kStrong,
                              transition.name + (values.empty() ? "" : " (" + values + ")")});
    }
  }
}

FairParts FindFairParts(const Graph& graph, const FairnessConstraints& fairness, const Bits& arcs) {
  return PartFinder(graph, fairness, arcs).Run();
}

std::vector<ConstraintId> Unserved(const Graph& graph, const FairnessConstraints& fairness,
                                   const std::vector<NodeId>& nodes,
                                   const std::vector<BindingElementId>& steps) {
  Tally tally(fairness);
  for (const NodeId node : nodes) tally.AddMarking(graph, node);
  for (const BindingElementId step : steps) tally.AddStep(step);
  return tally.Unserved();
}

}  // namespace cpn::ctl
