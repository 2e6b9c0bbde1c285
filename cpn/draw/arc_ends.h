// Where arcs end: at the shapes of their nodes, and side by side, so that the head of one arc is
// not taken for one of another arc that begins in the same point.
//
// Thread safety: free function without state.
#pragma once

#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

/// Requires that the splines of `layout` lead from the middle of their source to that of their
/// target. Moves ends sideways where they would meet on the outline of a node, in the order in
/// which they come in; then cuts the splines at the shapes and by the length of their heads.
void EndArcsAtShapes(const Diagram& diagram, Layout& layout);

}  // namespace cpn::draw
