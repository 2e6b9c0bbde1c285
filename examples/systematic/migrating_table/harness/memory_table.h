// A table in memory: rows in the order of their keys, batches, queries, and for streamed reads the
// set of rows that a stream may return next.
//
// Thread safety: none.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/chain_table.h"

namespace migrating_table {

/// What a stream may still return: all versions that rows have had since it began.
class StreamWindow {
 public:
  StreamWindow(Filter filter, std::string after, const std::map<std::string, Row>& rows);

  /// What may be returned next; none stands for the end. Never empty.
  std::vector<std::optional<Row>> Candidates() const;
  /// One of the candidates is returned: only rows after it can follow.
  void Take(const std::optional<Row>& row);
  /// A row is written, or deleted.
  void OnWrite(const std::string& key, const std::optional<Row>& row);

 private:
  const Filter filter_;
  std::string position_;
  std::map<std::string, std::vector<std::optional<Row>>> versions_;
};

class MemoryTable {
 public:
  /// ETags are counted from `first_etag`.
  explicit MemoryTable(ETag first_etag) : next_etag_(first_etag) {}

  /// Throws InvalidOperation as CheckBatch() does.
  BatchResult Execute(const Batch& batch);
  std::vector<Row> Query(const Filter& filter) const;
  std::shared_ptr<StreamWindow> OpenStream(Filter filter, std::string after);
  const Row* Find(const std::string& key) const;

 private:
  std::optional<FailureKind> FailureOf(const Operation& operation) const;
  OperationResult Apply(const Operation& operation);
  void Write(const std::string& key, std::optional<Row> row);

  std::map<std::string, Row> rows_;
  std::vector<std::weak_ptr<StreamWindow>> streams_;
  ETag next_etag_;
};

}  // namespace migrating_table
