// A whole state space as text, so that tests can compare two of them.
#pragma once

#include <string>

#include "cpn/explore/state_space.h"
#include "cpn/testing/testing.h"

namespace cpn::testing {

/// Everything that a state space says: each marking with its number, and its arcs in their order.
inline std::string Describe(RunningNet& run, const StateSpace& space) {
  std::string text;
  for (NodeId node = 0; node < space.nodes(); ++node) {
    text += std::to_string(node) + "\n" + run.engine.FormatMarking(space.MarkingOf(node));
    for (const StateArc& arc : space.Out(node)) {
      text +=
          "-> " + std::to_string(arc.target) + " " + run.engine.FormatElement(arc.element) + "\n";
    }
  }
  return text;
}

}  // namespace cpn::testing
