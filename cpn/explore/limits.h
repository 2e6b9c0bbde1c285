// Limits of explorations, whoever explores.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>

#include "base/budget.h"
#include "cpn/explore/exploration.h"

namespace cpn::explore {

/// Of the machine, in bytes: records can never take more.
std::size_t PhysicalMemory();

/// How an exploration ends that the budget stops.
ExplorationEnd EndFor(base::StopReason reason);

}  // namespace cpn::explore
