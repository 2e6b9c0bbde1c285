// A table whose rows move from an old table to a new one while applications use it. Each process
// has an instance on the same two tables; a migrator (migrator.h) tells all instances how far it
// is.
//
// To an application it is one table: atomic batches and queries take effect at one moment, and
// streams keep what chain_table.h says. Internal: rows and properties of partition.h are hidden,
// and the application may not use their names. An instance is used by one thread, by any number of
// its coroutines.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/chain_table.h"
#include "examples/systematic/migrating_table/instance.h"
#include "examples/systematic/migrating_table/phase.h"

namespace migrating_table {

class MigratingStream;

/// Is told when an operation takes effect: after the call of a back-end table with which it did,
/// and before the instance calls a table again. For traces.
class LinearizationObserver {
 public:
  virtual ~LinearizationObserver() = default;
  virtual void OnTakesEffect() = 0;
};

class MigratingTable : public ChainTable {
 public:
  /// The tables and the observer outlive the instance; the instance outlives its streams.
  MigratingTable(ChainTable& old_table, ChainTable& new_table, LinearizationObserver& observer,
                 Bug bug = Bug::kNone);

  Task<BatchResult> ExecuteBatch(Batch batch) override;
  Task<std::vector<Row>> QueryAtomic(Filter filter) override;
  Task<std::shared_ptr<RowStream>> QueryStreamed(Filter filter, std::string after) override;

  /// Follows the migration to `phase`. Done when nothing that began before goes on as if the
  /// migration were where it was.
  Task<> ApplyPhase(Phase phase);

 private:
  using Rows = std::map<std::string, Row>;

  // Batches, by the table that they are executed on.
  Task<BatchResult> BatchOnOldUnlessSwitched(Batch batch);
  Task<BatchResult> BatchOnNew(Batch batch, bool overlays_old);
  Task<bool> CopyMissing(const Rows& old_rows, const Rows& new_rows);
  Batch Translate(const Batch& batch, const Rows& new_rows) const;
  Operation TranslateOne(const Operation& operation, const Row* found) const;
  Operation TranslateDelete(const Row& found) const;
  BatchResult AsSeenResult(const Batch& batch, BatchResult result) const;

  Task<std::vector<Row>> QueryBoth(Filter filter);
  Task<std::vector<Row>> QueryNew(Filter filter, std::vector<Row> old_rows);

  Instance instance_;
  LinearizationObserver& observer_;
  bool switched_ = false;  ///< the partition, as far as this instance knows
  std::vector<std::weak_ptr<MigratingStream>> streams_;
};

}  // namespace migrating_table
