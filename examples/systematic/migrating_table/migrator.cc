#include "examples/systematic/migrating_table/migrator.h"

#include <memory>
#include <optional>
#include <utility>

#include "examples/systematic/migrating_table/partition.h"

namespace migrating_table {

Migrator::Migrator(ChainTable& old_table, ChainTable& new_table, PhasePublisher& publisher, Bug bug)
    : old_(old_table), new_(new_table), publisher_(publisher), bug_(bug) {}

Task<> Migrator::Run() {
  if (bug_ != Bug::kMigrateSkipPreferOld) co_await publisher_.Publish(Phase::kPreferOld);
  if (bug_ == Bug::kInsertBehindMigrator) co_await CopyRows();
  co_await publisher_.Publish(Phase::kPreferNew);
  // From here on no row appears in the old table, before the scan or behind it.
  co_await EnsureSwitched(old_, bug_);
  if (bug_ != Bug::kInsertBehindMigrator) co_await CopyRows();
  if (bug_ != Bug::kMigrateSkipUseNewWithTombstones) {
    co_await publisher_.Publish(Phase::kNewWithTombstones);
    co_await DeleteOldRows();
    co_await publisher_.Publish(Phase::kNewOnly);
  } else {
    co_await publisher_.Publish(Phase::kNewOnly);
    co_await DeleteOldRows();
  }
  co_await DeleteTombstones();
}

Task<> Migrator::CopyRows() {
  const std::shared_ptr<RowStream> rows = co_await old_.QueryStreamed({}, "");
  for (;;) {
    const std::optional<Row> row = co_await rows->ReadRow();
    if (!row) co_return;
    if (row->key == kPartitionKey) continue;
    // A row that is there already, or a tombstone, is newer.
    Batch insert = {{OperationKind::kInsert, Copied(*row)}};
    co_await new_.ExecuteBatch(std::move(insert));
  }
}

Task<> Migrator::DeleteOldRows() {
  const std::shared_ptr<RowStream> rows = co_await old_.QueryStreamed({}, "");
  for (;;) {
    const std::optional<Row> row = co_await rows->ReadRow();
    if (!row) co_return;
    Batch removal = {{OperationKind::kDelete, {row->key, row->etag, {}}}};
    co_await old_.ExecuteBatch(std::move(removal));
  }
}

Task<> Migrator::DeleteTombstones() {
  const std::shared_ptr<RowStream> rows = co_await new_.QueryStreamed(IsTombstone, "");
  for (;;) {
    const std::optional<Row> row = co_await rows->ReadRow();
    if (!row) co_return;
    // An application may have put a row in its place.
    Batch removal = {{OperationKind::kDelete, {row->key, row->etag, {}}}};
    co_await new_.ExecuteBatch(std::move(removal));
  }
}

}  // namespace migrating_table
