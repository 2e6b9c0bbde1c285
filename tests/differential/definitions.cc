#include "tests/differential/definitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace differential {
namespace {

/// A graph, what is asked about it, and by arc what occurs.
struct Asked {
  reference::CtlGraph graph;
  reference::CtlAtoms atoms;
  std::vector<std::optional<cpn::BindingElementId>> elements;
};

Asked Ask(const cpn::Engine& engine, const cpn::StateSpace& space,
          cpn::ctl::StateFunctions& functions, bool stutter) {
  reference::CtlGraph graph;
  std::vector<std::optional<cpn::BindingElementId>> elements;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    std::vector<std::size_t>& out = graph.out.emplace_back();
    const auto add = [&](std::optional<cpn::BindingElementId> element, cpn::NodeId target) {
      out.push_back(graph.target.size());
      graph.target.push_back(target);
      elements.push_back(element);
    };
    for (const cpn::StateArc& arc : space.Out(node)) add(arc.element, arc.target);
    if (stutter && space.IsDead(node)) add(std::nullopt, node);
  }
  struct View final : cpn::ctl::MarkingView {
    cpn::Marking marking;
    cpn::MultiSet At(cpn::PlaceId place) const override { return marking[place]; }
  };
  reference::CtlAtoms atoms;
  atoms.state_function = [&space, &functions](cpn::ctl::StateFunctionId function,
                                              std::size_t marking) {
    View view;
    view.marking = space.MarkingOf(static_cast<cpn::NodeId>(marking));
    std::vector<cpn::PlaceId> reads;
    return functions.Holds(function, view, reads);
  };
  atoms.arc_pattern = [&engine, elements](const cpn::ctl::ArcPattern& pattern, std::size_t arc) {
    if (!elements[arc]) return false;
    const cpn::BindingElement e = engine.Element(*elements[arc]);
    const cpn::Transition& t = engine.net().transitions()[e.transition];
    bool matches = t.module == pattern.module && t.index == pattern.transition;
    for (const auto& [variable, value] : pattern.values) {
      matches = matches && e.binding[variable] == value;
    }
    return matches;
  };
  return {std::move(graph), std::move(atoms), std::move(elements)};
}

}  // namespace

reference::Ctl Definitions(const cpn::Engine& engine, const cpn::StateSpace& space,
                           cpn::ctl::StateFunctions& functions, bool stutter) {
  Asked asked = Ask(engine, space, functions, stutter);
  return reference::Ctl(std::move(asked.graph), std::move(asked.atoms));
}

reference::Ctl FairDefinitions(const cpn::Engine& engine, const cpn::StateSpace& space,
                               cpn::ctl::StateFunctions& functions, cpn::ctl::FairnessMode mode) {
  Asked asked = Ask(engine, space, functions, false);
  reference::CtlFairness fairness;
  std::map<std::string, std::size_t> numbers;
  for (const std::optional<cpn::BindingElementId>& id : asked.elements) {
    const cpn::BindingElement element = engine.Element(*id);
    const cpn::Transition& transition = engine.net().transitions()[element.transition];
    const cpn::Fairness owed = cpn::ctl::FairnessOf(*transition.declaration, mode);
    if (owed.kind == cpn::Fairness::Kind::kNone) {
      fairness.of_arc.emplace_back();
      continue;
    }
    std::string key = transition.name;
    for (const std::uint32_t variable : owed.apart) {
      key += '|' + engine.values().Format(element.binding[variable]);
    }
    const auto [at, fresh] = numbers.emplace(key, fairness.strong.size());
    if (fresh) fairness.strong.push_back(owed.kind == cpn::Fairness::Kind::kStrong);
    fairness.of_arc.emplace_back(at->second);
  }
  return reference::Ctl(std::move(asked.graph), std::move(asked.atoms), std::move(fairness));
}

Run ToRun(const cpn::StateSpace& space, const cpn::ctl::Evidence& evidence) {
  Run run{{}, evidence.loop, evidence.ends_dead};
  std::vector<std::size_t> first_arc = {0};
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    first_arc.push_back(first_arc.back() + space.Out(node).size());
  }
  cpn::NodeId node = 0;
  for (const cpn::BindingElementId step : evidence.steps) {
    const std::span<const cpn::StateArc> out = space.Out(node);
    const auto arc = std::ranges::find(out, step, &cpn::StateArc::element);
    if (arc == out.end()) {
      ADD_FAILURE() << "a step is not enabled";
      break;
    }
    run.arcs.push_back(first_arc[node] + static_cast<std::size_t>(arc - out.begin()));
    node = arc->target;
  }
  return run;
}

}  // namespace differential
