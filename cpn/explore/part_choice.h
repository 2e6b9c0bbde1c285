// Which bits of a record say whose part of a divided store it belongs to, chosen from a sample of
// what an exploration has found (cpn/partition).
// Thread safety: none; for one thread while no worker runs.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cpn/explore/expander.h"
#include "cpn/explore/marking_store.h"
#include "cpn/explore/successor_tables.h"

namespace cpn::explore {

/// Bits that would clearly be better than what `store` is divided by now, if there are some; no
/// bits: hashes would be. `levels`: where levels begin, and last where the newest, which has not
/// been expanded, ends; at least one has been expanded. `sampler` expands some markings
/// again: the tables may learn from that, and their layout may be stale afterwards.
std::optional<std::vector<OwnerBit>> BetterOwnerBits(const SuccessorTables& tables,
                                                     const MarkingStore& store,
                                                     std::span<const NodeId> levels,
                                                     Expander& sampler);

}  // namespace cpn::explore
