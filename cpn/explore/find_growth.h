// Finds the places that still grow in what an exploration found.
//
// How it works: the records are read once, level by level. Breadth-first levels are sets that do
// not depend on the number of workers, so neither do the figures.
// Pure functions.
#pragma once

#include <cstdint>

#include "cpn/explore/explorer.h"
#include "cpn/explore/growth.h"

namespace cpn::explore {

/// Fields of records that FindGrowth() reads at most: less than a second. In a larger space it
/// looks at the first levels only.
inline constexpr std::uint64_t kMostFieldsForGrowth = std::uint64_t{1} << 28;

/// Looks at the records of `explored`; the exploration itself pays nothing.
Growth FindGrowth(const Explored& explored, std::uint64_t most_fields = kMostFieldsForGrowth);

}  // namespace cpn::explore
