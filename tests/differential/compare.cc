#include "tests/differential/compare.h"

#include <gtest/gtest.h>

namespace differential {
namespace {

reference::Marking ToReference(const cpn::Engine& engine, const cpn::Marking& marking) {
  reference::Marking out;
  for (const cpn::MultiSet place : marking) {
    reference::Bag& bag = out.emplace_back();
    for (const cpn::MultiSetEntry& entry : engine.multisets().Entries(place)) {
      bag[reference::FromValue(engine.values(), entry.value)] = entry.count;
    }
  }
  return out;
}

reference::Element ToReference(const cpn::Engine& engine, const cpn::BindingElement& element) {
  reference::Element out{element.transition, {}, {}};
  for (const cpn::Value v : element.binding) {
    out.binding.push_back(reference::FromValue(engine.values(), v));
  }
  for (const cpn::Value v : element.wildcards) {
    out.wildcards.push_back(reference::FromValue(engine.values(), v));
  }
  return out;
}

}  // namespace

void CompareNames(const cpn::Net& net, const reference::Net& expected) {
  std::vector<std::string> places;
  for (const cpn::Place& place : net.places()) places.push_back(place.name);
  std::vector<std::string> transitions;
  for (const cpn::Transition& t : net.transitions()) transitions.push_back(t.name);
  std::vector<std::string> expected_transitions;
  for (const reference::Transition& t : expected.transitions()) {
    expected_transitions.push_back(t.name);
  }
  ASSERT_EQ(places, expected.places());
  ASSERT_EQ(transitions, expected_transitions);
}

void CompareSpaces(cpn::Engine& engine, const cpn::StateSpace& space,
                   const reference::StateSpace& expected,
                   const std::function<void(cpn::TransitionId)>& on_arc) {
  ASSERT_EQ(space.complete(), expected.complete);
  ASSERT_EQ(space.nodes(), expected.markings.size());
  ASSERT_EQ(space.arcs(), expected.arcs.size());
  std::size_t arc = 0;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    const cpn::Marking marking = space.MarkingOf(node);
    ASSERT_EQ(ToReference(engine, marking), expected.markings[node]) << "node " << node;
    for (const cpn::StateArc& out : space.Out(node)) {
      ASSERT_LT(arc, expected.arcs.size());
      ASSERT_EQ(expected.arcs[arc].source, node);
      ASSERT_EQ(ToReference(engine, engine.Element(out.element)), expected.arcs[arc].element)
          << engine.FormatElement(out.element) << " in\n"
          << engine.FormatMarking(marking);
      ASSERT_EQ(out.target, expected.arcs[arc].target);
      ASSERT_TRUE(engine.IsEnabled(marking, out.element));
      on_arc(engine.Element(out.element).transition);
      ++arc;
    }
  }
}

}  // namespace differential
