// Where everything of a diagram goes. Graphviz places the nodes and routes the arcs; it is told the
// room that a node needs with its annotations, so that nothing overlaps them. Arcs then end at the
// shapes themselves (arc_ends.h).
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "base/budget.h"
#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

/// Runs Graphviz. Throws GraphvizError.
Layout PlaceAndRoute(const Diagram& diagram, const base::Budget* budget = nullptr);

/// The two steps of PlaceAndRoute around Graphviz: its input, and its answer in the format `plain`.
std::string LayoutInput(const Diagram& diagram);
Layout ParsePlain(const std::string& plain, const Diagram& diagram);

}  // namespace cpn::draw
