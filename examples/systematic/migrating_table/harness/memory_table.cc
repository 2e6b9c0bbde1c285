#include "examples/systematic/migrating_table/harness/memory_table.h"

#include <algorithm>
#include <utility>

namespace migrating_table {

StreamWindow::StreamWindow(Filter filter, std::string after, const std::map<std::string, Row>& rows)
    : filter_(std::move(filter)), position_(std::move(after)) {
  for (auto row = rows.upper_bound(position_); row != rows.end(); ++row) {
    versions_[row->first] = {row->second};
  }
}

std::vector<std::optional<Row>> StreamWindow::Candidates() const {
  std::vector<std::optional<Row>> candidates;
  for (const auto& [key, versions] : versions_) {
    bool can_be_left_out = false;
    for (const std::optional<Row>& version : versions) {
      if (version && Matches(filter_, *version)) {
        candidates.push_back(version);
      } else {
        can_be_left_out = true;
      }
    }
    if (!can_be_left_out) return candidates;
  }
  candidates.push_back(std::nullopt);
  return candidates;
}

void StreamWindow::Take(const std::optional<Row>& row) {
  if (!row) {
    versions_.clear();
    return;
  }
  position_ = row->key;
  versions_.erase(versions_.begin(), versions_.upper_bound(position_));
}

void StreamWindow::OnWrite(const std::string& key, const std::optional<Row>& row) {
  if (key <= position_) return;
  auto& versions = versions_[key];
  if (versions.empty()) versions.push_back(std::nullopt);
  versions.push_back(row);
}

BatchResult MemoryTable::Execute(const Batch& batch) {
  CheckBatch(batch);
  for (std::size_t index = 0; index < batch.size(); ++index) {
    if (const auto kind = FailureOf(batch[index])) return {{}, BatchFailure{index, *kind}};
  }
  BatchResult result;
  for (const Operation& operation : batch) result.results.push_back(Apply(operation));
  return result;
}

std::optional<FailureKind> MemoryTable::FailureOf(const Operation& operation) const {
  const Row* row = Find(operation.row.key);
  switch (operation.kind) {
    case OperationKind::kInsert:
      if (row) return FailureKind::kConflict;
      return std::nullopt;
    case OperationKind::kReplace:
    case OperationKind::kMerge:
    case OperationKind::kDelete:
      if (!row) return FailureKind::kNotFound;
      if (operation.row.etag != kAnyETag && operation.row.etag != row->etag) {
        return FailureKind::kPreconditionFailed;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

OperationResult MemoryTable::Apply(const Operation& operation) {
  const std::string& key = operation.row.key;
  const Row* found = Find(key);
  if (operation.kind == OperationKind::kRetrieve) {
    return {kNoETag, found ? std::optional(*found) : std::nullopt};
  }
  if (operation.kind == OperationKind::kDelete) {
    Write(key, std::nullopt);
    return {};
  }
  Row row{key, next_etag_++, operation.row.properties};
  const bool merges =
      operation.kind == OperationKind::kMerge || operation.kind == OperationKind::kInsertOrMerge;
  if (merges && found) row.properties.insert(found->properties.begin(), found->properties.end());
  const ETag etag = row.etag;
  Write(key, std::move(row));
  return {etag, std::nullopt};
}

void MemoryTable::Write(const std::string& key, std::optional<Row> row) {
  for (const auto& weak : streams_) {
    if (const auto stream = weak.lock()) stream->OnWrite(key, row);
  }
  if (row) {
    rows_[key] = std::move(*row);
  } else {
    rows_.erase(key);
  }
}

std::vector<Row> MemoryTable::Query(const Filter& filter) const {
  std::vector<Row> rows;
  for (const auto& [key, row] : rows_) {
    if (Matches(filter, row)) rows.push_back(row);
  }
  return rows;
}

std::shared_ptr<StreamWindow> MemoryTable::OpenStream(Filter filter, std::string after) {
  auto stream = std::make_shared<StreamWindow>(std::move(filter), std::move(after), rows_);
  std::erase_if(streams_, [](const auto& other) { return other.expired(); });
  streams_.push_back(stream);
  return stream;
}

const Row* MemoryTable::Find(const std::string& key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? nullptr : &found->second;
}

}  // namespace migrating_table
