// Which formulas a state space that stubborn sets have reduced still answers, and what it must show
// for that (docs/reductions.md has the theorem).
//
// A formula is answered when it is a boolean combination of formulas that say something of all, or
// of some, maximal runs, each of which is about the markings that a run goes through, repeated ones
// not counted: INV, EV and FORALL_UNTIL of what markings say, one inside the other in INV, and
// their duals POS, ALONG and EXIST_UNTIL; and, of binding elements, that they occur or do not.
//
// Thread safety: free functions without state.
// Source: Valmari, "A stubborn attack on state explosion" (1992); Peled, "All from one, one for
// all" (1993), for linear time without next.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/net/net.h"
#include "cpn/reduce/reduction.h"

namespace cpn::ctl {

/// Why a reduced space may answer the formula wrongly: a sentence without a full stop. Empty: it
/// answers it as the whole space does.
std::string WhyNotReducible(const Formula& formula);

/// The state functions in the formula, each once.
std::vector<StateFunctionId> StateFunctionsIn(const Formula& formula);

/// Stubborn sets for these formulas, whose state functions read `places` (ascending) and no others.
ReductionOptions StubbornFor(const Net& net, std::span<const Formula* const> formulas,
                             std::span<const PlaceId> places);

}  // namespace cpn::ctl
