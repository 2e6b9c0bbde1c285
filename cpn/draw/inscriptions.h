// Texts out of the way: where an arc runs through the inscription of another arc or through an
// annotation of a node, be it its own, or where another label is below it, the text is moved.
//
// How it works: texts that are in the way are taken in order. An inscription goes to a place on its
// arc or beside it, an annotation to one around its node; of those that are free the one nearest to
// where the text was is taken. One that is moved may make room for others, so that it is done again
// until nothing changes, a few times at most.
//
// Invariant: nodes and arcs stay where they are, and so does a text that is in nobody's way.
// Thread safety: free function without state.
#pragma once

#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

void MoveTextsAside(const Diagram& diagram, Layout& layout);

}  // namespace cpn::draw
