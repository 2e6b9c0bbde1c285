#include "examples/systematic/migrating_table/partition.h"

#include <utility>

namespace migrating_table {
namespace {

const std::string kState = "~state";
const std::string kETag = "~etag";
const std::string kDeleted = "~deleted";

Task<Partition> Retrieve(ChainTable& old_table) {
  Batch batch = {{OperationKind::kRetrieve, {kPartitionKey, kNoETag, {}}}};
  const BatchResult result = co_await old_table.ExecuteBatch(std::move(batch));
  co_return ReadPartition(result.results.at(0).row);
}

}  // namespace

Partition ReadPartition(const std::optional<Row>& row) {
  if (!row) return {};
  const bool switched = row->properties.at(kState) == "switched";
  return {switched ? PartitionState::kSwitched : PartitionState::kPopulated, row->etag};
}

Operation MarkPartition(const Partition& was, PartitionState state) {
  const std::string text = state == PartitionState::kSwitched ? "switched" : "populated";
  Row row{kPartitionKey, was.etag, {{kState, text}}};
  const bool exists = was.state != PartitionState::kUntouched;
  return {exists ? OperationKind::kReplace : OperationKind::kInsert, std::move(row)};
}

Task<> EnsureSwitched(ChainTable& old_table, Bug bug) {
  Partition was;
  for (;;) {
    Batch mark = {MarkPartition(was, PartitionState::kSwitched)};
    const BatchResult result = co_await old_table.ExecuteBatch(std::move(mark));
    if (result.ok()) co_return;
    // The row is there: others have switched the partition, or only populated it.
    if (bug == Bug::kEnsurePartitionSwitchedFromPopulated) co_return;
    was = co_await Retrieve(old_table);
    if (was.state == PartitionState::kSwitched) co_return;
  }
}

bool IsTombstone(const Row& row) { return row.properties.contains(kDeleted); }

Row Tombstone(const std::string& key, ETag etag) { return {key, etag, {{kDeleted, "true"}}}; }

Row Copied(const Row& old_row) {
  Row row{old_row.key, kNoETag, old_row.properties};
  row.properties[kETag] = std::to_string(old_row.etag);
  return row;
}

Row AsSeen(Row row) {
  const auto etag = row.properties.find(kETag);
  if (etag != row.properties.end()) {
    row.etag = std::stoull(etag->second);
    row.properties.erase(etag);
  }
  return row;
}

}  // namespace migrating_table
