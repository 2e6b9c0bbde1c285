// Compares what the engine found with what the reference found, in GoogleTest assertions.
#pragma once

#include <functional>

#include "cpn/explore/state_space.h"
#include "tests/reference/net.h"

namespace differential {

/// Names and order of places and transitions.
void CompareNames(const cpn::Net& net, const reference::Net& expected);

/// Nodes with their markings, arcs with their binding elements, all in order. `on_arc` is called
/// with the transition of each arc.
void CompareSpaces(cpn::Engine& engine, const cpn::StateSpace& space,
                   const reference::StateSpace& expected,
                   const std::function<void(cpn::TransitionId)>& on_arc);

}  // namespace differential
