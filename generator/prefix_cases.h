// Test cases of models that need not end: of all paths of an observed graph, what they observe
// until N observations were made and the system has answered.
//
// A case is what a path observes, as a set or as a sequence, up to the arc that makes the N-th
// observation (all observations of an arc belong together), or up to a dead marking before. From
// there on the tester feeds nothing in, and waits for what the system still answers: the path goes
// on along arcs without stimuli until none is left. Where it could observe responses for ever so,
// it ends with the arc of the N-th observation instead. Silent cycles are left, or end the case
// when no arc leaves them.
// A case that stopped earlier would be wrong of a system that is right: it would say that responses
// that are on their way do not come.
//
// How it works: F(node, n) is the family of cases from `node` when n observations are still to be
// made. F(node, 0) is about the arcs without stimuli, computed sinks first; F(node, n) is the
// union, over the node's arcs, of F(target, n - observations of the arc), extended by them. Silent
// cycles are contracted before, so that silent arcs lead to nodes that are done already. Only nodes
// that can be reached in time are visited. Time is N times the arcs; families share nodes
// (case_families.h).
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/case_set.h"
#include "generator/observed_graph.h"

namespace generator {

/// The cases with `least` observations or more, and those of paths that end before. `is_stimulus`
/// says of each observation whether it is one. Requires: `graph` has a node, `least` is not 0, and
/// every observation in the graph is an index of `is_stimulus`.
CaseSet FindPrefixCases(const ObservedGraph& graph, CaseOrder order, std::uint64_t least,
                        const std::vector<bool>& is_stimulus);

}  // namespace generator
