#include "tests/differential/definitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace differential {

reference::Ctl Definitions(const cpn::Engine& engine, const cpn::StateSpace& space,
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
  return reference::Ctl(std::move(graph), std::move(atoms));
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
