// What stands in the way of what in a picture: boxes and labels that overlap, and arcs that run
// through a label or a node that they have nothing to do with.
//
// The widths of texts are estimates (base/text_layout.h), and the test is as good as they are.
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <vector>

#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

/// A line each: "inscription \"x\" of A -> B, over the place C". Empty: nothing overlaps. Where two
/// boxes share less than `slack` points, or an arc comes as near to an edge, it is none.
std::vector<std::string> Overlaps(const Diagram& diagram, const Layout& layout, double slack = 1);

}  // namespace cpn::draw
