// Inscriptions out of the way: where another arc runs through the inscription of an arc, or another
// label is below it, it is moved along its own arc, or to the side of it, to where nothing is.
//
// How it works: inscriptions that are in the way are taken in order; of the places beside their arc
// that are free the one nearest to where Graphviz put it is taken. One that is moved may make room
// for others, so that it is done again until nothing changes, a few times at most.
//
// Invariant: nothing else is moved, and an inscription that is in nobody's way stays.
// Thread safety: free function without state.
#pragma once

#include "cpn/draw/diagram.h"
#include "cpn/draw/placement.h"

namespace cpn::draw {

void MoveInscriptionsAside(const Diagram& diagram, Layout& layout);

}  // namespace cpn::draw
