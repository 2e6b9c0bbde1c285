// How far a migration is, and who says so.
#pragma once

#include "examples/systematic/migrating_table/task.h"

namespace migrating_table {

/// In this order. Instances of the table are at most one phase apart.
enum class Phase {
  kOldOnly,            ///< nobody knows of the new table
  kPreferOld,          ///< writes go to the old table unless the partition is switched
  kPreferNew,          ///< writes go to the new table; reads overlay it on the old one
  kNewWithTombstones,  ///< everything is in the new table, but others still look at the old one
  kNewOnly,            ///< nobody looks at the old table; tombstones are cleaned up
};

inline bool ReadsOld(Phase phase) { return phase <= Phase::kPreferNew; }
inline bool ReadsNew(Phase phase) { return phase >= Phase::kPreferOld; }

/// Tells all instances of the table.
class PhasePublisher {
 public:
  virtual ~PhasePublisher() = default;
  /// Done when all instances follow.
  virtual Task<> Publish(Phase phase) = 0;
};

/// Mistakes that can be switched on.
enum class Bug {
  kNone,
  kQueryAtomicFilterShadowing,
  kQueryStreamedFilterShadowing,
  kQueryStreamedLock,
  kQueryStreamedBackUpNewStream,
  kDeleteNoLeaveTombstonesEtag,
  kDeletePrimaryKey,
  kEnsurePartitionSwitchedFromPopulated,
  kTombstoneOutputETag,
  kMigrateSkipPreferOld,
  kMigrateSkipUseNewWithTombstones,
  kInsertBehindMigrator,
};

}  // namespace migrating_table
