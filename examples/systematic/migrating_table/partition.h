// What the migration itself keeps in the two tables: whether the partition is still written to in
// the old table (a row there), and, in the new table, the ETag that a copied row had, and
// tombstones of deleted rows.
//
// Keys that begin with '!' and properties that begin with '~' are not the application's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/chain_table.h"
#include "examples/systematic/migrating_table/phase.h"

namespace migrating_table {

inline const std::string kPartitionKey = "!partition";

enum class PartitionState {
  kUntouched,
  kPopulated,  ///< somebody who knows of the new table has written to the old one
  kSwitched,   ///< nobody writes to the old table any more
};

struct Partition {
  PartitionState state = PartitionState::kUntouched;
  ETag etag = kNoETag;  ///< of the row that says so
};

/// What the row of the partition says; none: untouched.
Partition ReadPartition(const std::optional<Row>& row);

/// The operation that takes the partition from what it was to `state`, and fails if it is no longer
/// what it was.
Operation MarkPartition(const Partition& was, PartitionState state);

/// Sees to it that nobody writes to the old table any more.
Task<> EnsureSwitched(ChainTable& old_table, Bug bug);

bool IsTombstone(const Row& row);
/// The row that says that `key` is deleted, whatever the old table has; it replaces version `etag`.
Row Tombstone(const std::string& key, ETag etag);
/// The row to insert in the new table for a row of the old one.
Row Copied(const Row& old_row);
/// The row as the application sees it, for a row of either table that is no tombstone.
Row AsSeen(Row row);

}  // namespace migrating_table
