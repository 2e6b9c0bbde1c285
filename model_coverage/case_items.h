// What a test case covers: the items of the runs that show it and nothing else.
//
// A case says what is observed, and leaves open in which order the rest happens. *Possible* is what
// some run that shows the case has: what a system that passes the case may have done. *Sure* is
// what every such run has: what it must have done, if it is a run of the model. Both are exact.
// Thread safety: pure functions on values.
#pragma once

#include <vector>

#include "generator/case_runs.h"
#include "model_coverage/items.h"

namespace model_coverage {

/// Ascending numbers of items; what is sure is possible.
struct Coverage {
  std::vector<ItemId> possible;
  std::vector<ItemId> sure;
};

/// Of a case that is shown by these runs alone.
Coverage CoverageOf(const ItemGraph& graph, const generator::CaseRuns& runs);
/// Of a case that is an occurrence by itself: `arcs` are those that show it.
Coverage CoverageOfOccurrences(const ItemGraph& graph, const std::vector<std::uint64_t>& arcs);
/// Of a case that runs of both show: what either may do, and what both do.
Coverage Either(const Coverage& a, const Coverage& b);

}  // namespace model_coverage
