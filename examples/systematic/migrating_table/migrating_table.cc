#include "examples/systematic/migrating_table/migrating_table.h"

#include <algorithm>
#include <utility>

#include "examples/systematic/migrating_table/migrating_stream.h"
#include "examples/systematic/migrating_table/partition.h"

namespace migrating_table {
namespace {

void CheckNames(const Batch& batch) {
  CheckBatch(batch);
  for (const auto& [kind, row] : batch) {
    if (row.key.front() == '!') throw InvalidOperation("the key " + row.key + " begins with !");
    for (const auto& [name, value] : row.properties) {
      if (name.starts_with('~')) throw InvalidOperation("the property " + name + " begins with ~");
    }
  }
}

}  // namespace

MigratingTable::MigratingTable(ChainTable& old_table, ChainTable& new_table,
                               LinearizationObserver& observer, Bug bug)
    : instance_{old_table, new_table, bug}, observer_(observer) {}

Task<BatchResult> MigratingTable::ExecuteBatch(Batch batch) {
  CheckNames(batch);
  const Gate::Hold hold = co_await instance_.gate.Share();
  if (instance_.phase == Phase::kOldOnly) {
    BatchResult result = co_await instance_.old_table.ExecuteBatch(std::move(batch));
    observer_.OnTakesEffect();
    co_return result;
  }
  if (instance_.phase == Phase::kPreferOld && !switched_) {
    co_return co_await BatchOnOldUnlessSwitched(std::move(batch));
  }
  if (instance_.phase == Phase::kPreferNew && !switched_) {
    co_await EnsureSwitched(instance_.old_table, instance_.bug);
    switched_ = true;
  }
  co_return co_await BatchOnNew(std::move(batch), ReadsOld(instance_.phase));
}

Task<std::vector<Row>> MigratingTable::QueryAtomic(Filter filter) {
  const Gate::Hold hold = co_await instance_.gate.Share();
  if (!ReadsOld(instance_.phase)) co_return co_await QueryNew(std::move(filter), {});
  co_return co_await QueryBoth(std::move(filter));
}

// The old table first: if its partition is not switched, the new one has nothing of its own; if it
// is, the old one does not change any more.
Task<std::vector<Row>> MigratingTable::QueryBoth(Filter filter) {
  Filter with_partition = [filter](const Row& row) {
    return row.key == kPartitionKey || Matches(filter, row);
  };
  std::vector<Row> rows = co_await instance_.old_table.QueryAtomic(std::move(with_partition));
  const auto mark = std::find_if(rows.begin(), rows.end(),
                                 [](const Row& row) { return row.key == kPartitionKey; });
  Partition partition;
  if (mark != rows.end()) {
    partition = ReadPartition(*mark);
    rows.erase(mark);
  }
  if (partition.state != PartitionState::kSwitched) {
    observer_.OnTakesEffect();
    co_return rows;
  }
  co_return co_await QueryNew(std::move(filter), std::move(rows));
}

// Rows of the new table, and those of `old_rows` that it does not hide.
Task<std::vector<Row>> MigratingTable::QueryNew(Filter filter, std::vector<Row> old_rows) {
  // A row that does not match still hides the one that the old table has.
  Filter all;
  if (instance_.bug == Bug::kQueryAtomicFilterShadowing) all = filter;
  std::vector<Row> new_rows = co_await instance_.new_table.QueryAtomic(std::move(all));
  observer_.OnTakesEffect();
  Rows overlaid;
  for (Row& row : old_rows) overlaid.insert_or_assign(row.key, std::move(row));
  for (Row& row : new_rows) overlaid.insert_or_assign(row.key, std::move(row));
  std::vector<Row> seen;
  for (auto& [key, row] : overlaid) {
    if (IsTombstone(row)) continue;
    Row as_seen = AsSeen(std::move(row));
    if (Matches(filter, as_seen)) seen.push_back(std::move(as_seen));
  }
  co_return seen;
}

Task<std::shared_ptr<RowStream>> MigratingTable::QueryStreamed(Filter filter, std::string after) {
  const Gate::Hold hold = co_await instance_.gate.Share();
  auto stream = std::make_shared<MigratingStream>(instance_, std::move(filter), std::move(after));
  co_await stream->Open();
  std::erase_if(streams_, [](const auto& other) { return other.expired(); });
  streams_.push_back(stream);
  co_return stream;
}

Task<> MigratingTable::ApplyPhase(Phase phase) {
  const Gate::Hold hold = co_await instance_.gate.Alone();
  const std::vector<std::weak_ptr<MigratingStream>> streams = streams_;
  for (const auto& weak : streams) {
    if (const auto stream = weak.lock()) co_await stream->ApplyPhase(phase);
  }
  instance_.phase = phase;
}

}  // namespace migrating_table
