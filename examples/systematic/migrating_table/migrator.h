// Moves all rows of an old table to a new one while applications use them through MigratingTable.
#pragma once

#include "examples/systematic/migrating_table/chain_table.h"
#include "examples/systematic/migrating_table/phase.h"

namespace migrating_table {

class Migrator {
 public:
  /// Tables and publisher outlive the migrator. No other migrator works on these tables, and all
  /// instances are in the first phase.
  Migrator(ChainTable& old_table, ChainTable& new_table, PhasePublisher& publisher,
           Bug bug = Bug::kNone);

  /// The whole migration, once.
  Task<> Run();

 private:
  Task<> CopyRows();
  Task<> DeleteOldRows();
  Task<> DeleteTombstones();

  ChainTable& old_;
  ChainTable& new_;
  PhasePublisher& publisher_;
  const Bug bug_;
};

}  // namespace migrating_table
