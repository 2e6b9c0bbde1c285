// Properties that ranks decide together while they explore: INV(F) and NOT(POS(F)), where F is made
// of NF, NOT, AND, OR, TT and FF and so speaks of single markings; and F alone.
//
// Each rank asks F of its own markings, level by level. Of a violation the run is found across the
// ranks (Rank::TogetherFindRun): a shortest one, of these the first in the model's own order, so
// that it is the same whatever the number of ranks. Nothing is said of vacuity.
// Thread safety: none, one per rank.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/ctl/result.h"
#include "cpn/ctl/state_functions.h"
#include "cpn/distributed/rank.h"

namespace cpn::distributed {

/// Can ranks decide it?
bool IsDecidedTogether(const ctl::Property& property);

/// Explores with `rank`, and decides the properties, which must be IsDecidedTogether(). Collective;
/// results are in the order of `properties` and the same on all ranks. Stops at the level where all
/// is known. Throws as Rank::TogetherExplore(), and ModelError, on all ranks, when a state function
/// fails.
std::vector<ctl::Result> TogetherCheck(Rank& rank, ctl::StateFunctions& functions,
                                       std::span<const ctl::Property* const> properties,
                                       std::size_t memo_bytes);

}  // namespace cpn::distributed
