// Safety: a table that migrates behaves as one table does. A reference table executes each
// operation at the moment at which the migrating one says that it takes effect; both must have the
// same result. A streamed row must be one that a stream of the reference could return.
//
// ETags of the two are compared by the versions that they name: each ETag that the migrating table
// shows belongs to one of the reference, for ever.
// Thread safety: none; it is one execution's.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "examples/systematic/migrating_table/harness/memory_table.h"
#include "systematic/scheduler.h"

namespace migrating_table {

class Agreement : public systematic::Monitor {
 public:
  explicit Agreement(systematic::Scheduler& scheduler);
  std::string_view name() const override { return "agreement"; }

  /// `row`, with its ETag, is there from the start.
  void OnInitialRow(const Row& row);

  /// A service calls the migrating table; it has one call at a time.
  void OnBatch(int service, const Batch& batch);
  void OnQuery(int service, const Filter& filter);
  void OnStream(int service, const Filter& filter);
  /// Its call takes effect.
  void OnTakesEffect(int service);
  /// Its call is over.
  void OnBatchResult(int service, const BatchResult& result);
  void OnQueryResult(int service, const std::vector<Row>& rows);
  /// Its stream returned this, or its end.
  void OnStreamedRow(int service, const std::optional<Row>& row);
  /// Something ended with an exception.
  void OnException(const std::string& who, const std::string& what);

  /// The ETag by which services know the row now, if they can.
  std::optional<ETag> CurrentETag(const std::string& key) const;

 private:
  // A call that is under way, with what the reference says of it.
  struct Call {
    std::optional<Batch> batch;  // for the reference; none: a query
    Filter filter;
    bool took_effect = false;
    BatchResult batch_result;
    std::vector<Row> rows;
    std::shared_ptr<StreamWindow> stream;
  };

  ETag ReferenceETag(ETag etag) const;
  bool SameVersion(ETag etag, ETag reference_etag);
  bool SameRow(const Row& row, const Row& reference_row);
  bool SameResult(const OperationResult& result, const OperationResult& reference);
  bool SameBatchResult(const BatchResult& result, const BatchResult& reference);
  bool TookEffectOnce(int service, const Call& call);
  void Differs(int service, const std::string& got, const std::string& expected);

  systematic::Scheduler& scheduler_;
  MemoryTable reference_;
  std::map<int, Call> calls_;
  std::map<ETag, ETag> reference_of_;  // ETag of the migrating table -> of the reference
  std::map<ETag, ETag> shown_as_;      // and back
};

}  // namespace migrating_table
