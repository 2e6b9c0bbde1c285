// Where arcs end: at the shapes of their nodes.
//
// Thread safety: free function without state.
#pragma once

#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

/// Requires that the splines of `layout` lead from the middle of their source to that of their
/// target; cuts them at the shapes and by the length of their heads.
void EndArcsAtShapes(const Diagram& diagram, Layout& layout);

}  // namespace cpn::draw
