// Which tokens are to say who owns a marking (partition.h), chosen from a sample of markings and
// their steps. By this it computes what an exploration by some tokens would cost: how much more
// than its share the largest part of a level has, times what crossing steps add; and it looks for
// the weights by which that is least (partition_search.h). What a sample shows may change as the
// exploration goes on; then it is chosen anew.
// Thread safety: free functions without state.
#pragma once

#include <optional>

#include "cpn/partition/partition.h"
#include "cpn/partition/partition_sample.h"

namespace cpn::partition {

/// One that would be clearly better than `now`, if there is one. The same sample gives the same.
/// `crossing`: what a step to another owner costs more than one that stays, as a share of that one.
std::optional<Partition> BetterPartition(const PartitionSample& sample, unsigned ranks,
                                         const Partition& now, double crossing);

}  // namespace cpn::partition
