// The cases of all paths of the whole graph that a graph of orbits stands for.
//
// How it works: as path_cases.h, over the binding elements themselves, since what these show need
// not go with a permutation. The family of a representative is the union, over its arcs, of the
// target's family with each element permuted, extended by the arc's own element. The families of
// the other markings of its orbit are images of it, and nobody asks for them: paths of the whole
// graph from the initial marking are paths of the graph of orbits, in each of which every step is
// seen through the permutations of the steps before it. What elements show replaces them in the
// end, in the family of the initial marking.
//
// The least solution of these equations is that of the whole graph. There, the family of gM is
// that of M under g, since so is the graph; so its families at representatives solve these
// equations. The other way round, each approximation of a representative's family is the same
// under permutations that leave the representative as it is, as they only exchange its arcs;
// therefore it says what that of each marking of its orbit is.
// Thread safety: one thread at a time.
#pragma once

#include <vector>

#include "generator/orbits/folded_graph.h"
#include "generator/path_cases.h"

namespace generator {

/// `labels` are what FoldedGraph::label_of is about, and the result, too. Terminal components are
/// counted up to permutations. Where a cycle shows something, and sequences are asked for, the
/// result has a label that comes again and again, and no cases.
PathCases FindFoldedCases(const FoldedGraph& folded,
                          const std::vector<std::vector<ObservationId>>& labels, CaseOrder order);

}  // namespace generator
