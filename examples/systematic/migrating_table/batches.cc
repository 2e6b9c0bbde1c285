// Batches of a table that is migrating.

#include <algorithm>
#include <optional>
#include <utility>

#include "examples/systematic/migrating_table/migrating_table.h"
#include "examples/systematic/migrating_table/partition.h"

namespace migrating_table {
namespace {

Batch Retrieval(const Batch& batch) {
  Batch retrieval;
  for (const Operation& operation : batch) {
    retrieval.push_back({OperationKind::kRetrieve, {operation.row.key, kNoETag, {}}});
  }
  return retrieval;
}

// The rows that the batch is about, as far as `table` has them.
Task<std::map<std::string, Row>> Retrieve(ChainTable& table, Batch batch) {
  const BatchResult found = co_await table.ExecuteBatch(Retrieval(batch));
  std::map<std::string, Row> rows;
  for (const OperationResult& result : found.results) {
    if (result.row) rows[result.row->key] = *result.row;
  }
  co_return rows;
}

const Row* Find(const std::map<std::string, Row>& rows, const std::string& key) {
  const auto found = rows.find(key);
  return found == rows.end() ? nullptr : &found->second;
}

// Why the operation fails on this row as the application sees it, if it does.
std::optional<FailureKind> FailureOn(const Operation& operation, const std::optional<Row>& seen) {
  switch (operation.kind) {
    case OperationKind::kInsert:
      return seen ? std::optional(FailureKind::kConflict) : std::nullopt;
    case OperationKind::kReplace:
    case OperationKind::kMerge:
    case OperationKind::kDelete:
      if (!seen) return FailureKind::kNotFound;
      if (operation.row.etag == kAnyETag || operation.row.etag == seen->etag) return std::nullopt;
      return FailureKind::kPreconditionFailed;
    default:
      return std::nullopt;
  }
}

// `first` is what the application must see where the new table has neither row nor tombstone.
std::optional<BatchFailure> FirstFailure(const Batch& batch,
                                         const std::map<std::string, Row>& old_rows,
                                         const std::map<std::string, Row>& new_rows) {
  for (std::size_t index = 0; index < batch.size(); ++index) {
    const std::string& key = batch[index].row.key;
    const Row* row = Find(new_rows, key);
    if (!row) row = Find(old_rows, key);
    std::optional<Row> seen;
    if (row && !IsTombstone(*row)) seen = AsSeen(*row);
    if (const auto kind = FailureOn(batch[index], seen)) return BatchFailure{index, *kind};
  }
  return std::nullopt;
}

}  // namespace

// The row of the partition is written, too, so that the batch fails if the partition is switched.
Task<BatchResult> MigratingTable::BatchOnOldUnlessSwitched(Batch batch) {
  for (;;) {
    Batch partition_only = {{OperationKind::kRetrieve, {kPartitionKey, kNoETag, {}}}};
    const BatchResult found = co_await instance_.old_table.ExecuteBatch(std::move(partition_only));
    const Partition partition = ReadPartition(found.results.at(0).row);
    if (partition.state == PartitionState::kSwitched) break;
    Batch guarded = {MarkPartition(partition, PartitionState::kPopulated)};
    guarded.insert(guarded.end(), batch.begin(), batch.end());
    BatchResult result = co_await instance_.old_table.ExecuteBatch(std::move(guarded));
    if (result.failure && result.failure->index == 0) continue;
    observer_.OnTakesEffect();
    if (result.failure) {
      --result.failure->index;
    } else {
      result.results.erase(result.results.begin());
    }
    co_return result;
  }
  switched_ = true;
  co_return co_await BatchOnNew(std::move(batch), true);
}

// What is true of the rows when they are retrieved is made sure of by their ETags when the batch is
// executed; if it is no longer true, all begins again.
Task<BatchResult> MigratingTable::BatchOnNew(Batch batch, bool overlays_old) {
  Rows old_rows;
  if (overlays_old) old_rows = co_await Retrieve(instance_.old_table, batch);
  for (;;) {
    const Rows new_rows = co_await Retrieve(instance_.new_table, batch);
    if (const auto failure = FirstFailure(batch, old_rows, new_rows)) {
      observer_.OnTakesEffect();
      co_return BatchResult{{}, failure};
    }
    const bool copied = co_await CopyMissing(old_rows, new_rows);
    if (copied) continue;
    BatchResult result = co_await instance_.new_table.ExecuteBatch(Translate(batch, new_rows));
    if (!result.ok()) continue;
    observer_.OnTakesEffect();
    co_return AsSeenResult(batch, std::move(result));
  }
}

// Was there anything to copy? Somebody else may have done it at the same time.
Task<bool> MigratingTable::CopyMissing(const Rows& old_rows, const Rows& new_rows) {
  Batch copies;
  for (const auto& [key, row] : old_rows) {
    if (!Find(new_rows, key)) copies.push_back({OperationKind::kInsert, Copied(row)});
  }
  if (copies.empty()) co_return false;
  co_await instance_.new_table.ExecuteBatch(std::move(copies));
  co_return true;
}

Batch MigratingTable::Translate(const Batch& batch, const Rows& new_rows) const {
  Batch translated;
  for (const Operation& operation : batch) {
    translated.push_back(TranslateOne(operation, Find(new_rows, operation.row.key)));
  }
  return translated;
}

// `found`: the row or tombstone of the new table. It becomes a replacement of just that version.
Operation MigratingTable::TranslateOne(const Operation& operation, const Row* found) const {
  if (operation.kind == OperationKind::kRetrieve) return operation;
  if (operation.kind == OperationKind::kDelete) return TranslateDelete(*found);
  Row row{operation.row.key, kNoETag, operation.row.properties};
  if (!found) return {OperationKind::kInsert, std::move(row)};
  row.etag = found->etag;
  const bool merges =
      operation.kind == OperationKind::kMerge || operation.kind == OperationKind::kInsertOrMerge;
  if (merges && !IsTombstone(*found)) {
    Row seen = AsSeen(*found);
    row.properties.merge(seen.properties);
  }
  return {OperationKind::kReplace, std::move(row)};
}

Operation MigratingTable::TranslateDelete(const Row& found) const {
  const std::string key = instance_.bug == Bug::kDeletePrimaryKey ? std::string() : found.key;
  if (instance_.phase != Phase::kNewOnly)
    return {OperationKind::kReplace, Tombstone(key, found.etag)};
  const ETag etag = instance_.bug == Bug::kDeleteNoLeaveTombstonesEtag ? kNoETag : found.etag;
  return {OperationKind::kDelete, {key, etag, {}}};
}

BatchResult MigratingTable::AsSeenResult(const Batch& batch, BatchResult result) const {
  for (std::size_t index = 0; index < batch.size(); ++index) {
    OperationResult& one = result.results[index];
    const bool shows_tombstone = instance_.bug == Bug::kTombstoneOutputETag;
    if (batch[index].kind == OperationKind::kDelete && !shows_tombstone) one.etag = kNoETag;
    if (!one.row) continue;
    if (IsTombstone(*one.row)) {
      one.row.reset();
    } else {
      one.row = AsSeen(std::move(*one.row));
    }
  }
  return result;
}

}  // namespace migrating_table
