// A table of rows in the order of their keys, as cloud storage has it: atomic batches with
// optimistic concurrency by ETags, atomic queries, and streamed reads.
//
// Each call is a coroutine; a table is used by one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/row.h"
#include "examples/systematic/migrating_table/task.h"

namespace migrating_table {

enum class OperationKind {
  kInsert,           ///< the row must not exist
  kReplace,          ///< the row must exist with the given ETag
  kMerge,            ///< as kReplace; properties that are not given stay
  kDelete,           ///< as kReplace; only key and ETag count
  kInsertOrReplace,  ///< whatever is there
  kInsertOrMerge,    ///< whatever is there
  kRetrieve,         ///< only the key counts; a row that is not there is no failure
};

/// For kReplace, kMerge and kDelete the ETag of `row` is the one that the row must have now, or
/// kAnyETag; else it is ignored.
struct Operation {
  OperationKind kind = OperationKind::kInsert;
  Row row;
};

/// Operations on different rows that take effect together or not at all.
using Batch = std::vector<Operation>;

struct OperationResult {
  ETag etag = kNoETag;     ///< of the version that was written; none for kDelete and kRetrieve
  std::optional<Row> row;  ///< what kRetrieve found
  bool operator==(const OperationResult&) const = default;
};

enum class FailureKind { kConflict, kNotFound, kPreconditionFailed };

struct BatchFailure {
  std::size_t index = 0;  ///< of the first operation that fails
  FailureKind kind = FailureKind::kConflict;
  bool operator==(const BatchFailure&) const = default;
};

struct BatchResult {
  std::vector<OperationResult> results;  ///< one an operation, or empty
  std::optional<BatchFailure> failure;
  bool ok() const { return !failure; }
};

/// A call that no state of the table allows: a row without key, a write without ETag, two
/// operations on one row.
class InvalidOperation : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

class RowStream {
 public:
  virtual ~RowStream() = default;
  /// The next row, or none at the end. Each row is as it was at some moment since the stream began;
  /// a row is left out only if it was not there, or did not match, at such a moment. One call at a
  /// time.
  virtual Task<std::optional<Row>> ReadRow() = 0;
};

class ChainTable {
 public:
  virtual ~ChainTable() = default;
  virtual Task<BatchResult> ExecuteBatch(Batch batch) = 0;
  /// All rows that match, as of one moment.
  virtual Task<std::vector<Row>> QueryAtomic(Filter filter) = 0;
  /// The rows that match and come after `after`; all keys come after "".
  virtual Task<std::shared_ptr<RowStream>> QueryStreamed(Filter filter, std::string after) = 0;
};

/// Throws InvalidOperation unless the batch is one that a table can execute.
void CheckBatch(const Batch& batch);

}  // namespace migrating_table
