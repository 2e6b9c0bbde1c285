#include "examples/systematic/migrating_table/harness/agreement.h"

#include <utility>

#include "examples/systematic/migrating_table/harness/describe.h"

namespace migrating_table {
namespace {

constexpr ETag kFirstETag = 3'000'000;
constexpr ETag kNeverUsed = kFirstETag - 1;

}  // namespace

Agreement::Agreement(systematic::Scheduler& scheduler)
    : scheduler_(scheduler), reference_(kFirstETag) {}

void Agreement::OnInitialRow(const Row& row) {
  const BatchResult result = reference_.Execute({{OperationKind::kInsert, row}});
  SameVersion(row.etag, result.results.at(0).etag);
}

void Agreement::OnBatch(int service, const Batch& batch) {
  Call call;
  call.batch = batch;
  for (Operation& operation : *call.batch) {
    operation.row.etag = ReferenceETag(operation.row.etag);
  }
  calls_[service] = std::move(call);
}

void Agreement::OnQuery(int service, const Filter& filter) {
  Call call;
  call.filter = filter;
  calls_[service] = std::move(call);
}

void Agreement::OnStream(int service, const Filter& filter) {
  Call call;
  call.stream = reference_.OpenStream(filter, "");
  calls_[service] = std::move(call);
}

void Agreement::OnTakesEffect(int service) {
  Call& call = calls_[service];
  if (call.took_effect) {
    scheduler_.Fail(*this,
                    "service " + std::to_string(service) + ": a call takes effect a second time");
    return;
  }
  call.took_effect = true;
  if (call.batch) {
    call.batch_result = reference_.Execute(*call.batch);
  } else {
    call.rows = reference_.Query(call.filter);
  }
}

void Agreement::OnBatchResult(int service, const BatchResult& result) {
  const Call& call = calls_[service];
  if (!TookEffectOnce(service, call)) return;
  if (!SameBatchResult(result, call.batch_result)) {
    Differs(service, Describe(result), Describe(call.batch_result));
  }
}

void Agreement::OnQueryResult(int service, const std::vector<Row>& rows) {
  const Call& call = calls_[service];
  if (!TookEffectOnce(service, call)) return;
  bool same = rows.size() == call.rows.size();
  for (std::size_t i = 0; same && i < rows.size(); ++i) same = SameRow(rows[i], call.rows[i]);
  if (!same) Differs(service, Describe(rows), Describe(call.rows));
}

void Agreement::OnStreamedRow(int service, const std::optional<Row>& row) {
  StreamWindow& stream = *calls_[service].stream;
  std::string expected;
  for (const std::optional<Row>& candidate : stream.Candidates()) {
    const bool same = row && candidate ? SameRow(*row, *candidate) : !row && !candidate;
    if (same) {
      stream.Take(candidate);
      return;
    }
    expected += (expected.empty() ? "" : " or ") + Describe(candidate);
  }
  Differs(service, Describe(row), expected);
}

void Agreement::OnException(const std::string& who, const std::string& what) {
  scheduler_.Fail(*this, who + " ends with an exception: " + what);
}

std::optional<ETag> Agreement::CurrentETag(const std::string& key) const {
  const Row* row = reference_.Find(key);
  if (!row) return std::nullopt;
  const auto shown = shown_as_.find(row->etag);
  return shown == shown_as_.end() ? std::nullopt : std::optional(shown->second);
}

ETag Agreement::ReferenceETag(ETag etag) const {
  if (etag == kNoETag || etag == kAnyETag) return etag;
  const auto found = reference_of_.find(etag);
  return found == reference_of_.end() ? kNeverUsed : found->second;
}

bool Agreement::SameVersion(ETag etag, ETag reference_etag) {
  if (etag == kNoETag || reference_etag == kNoETag) return etag == reference_etag;
  const auto reference = reference_of_.find(etag);
  const auto shown = shown_as_.find(reference_etag);
  if (reference == reference_of_.end() && shown == shown_as_.end()) {
    reference_of_[etag] = reference_etag;
    shown_as_[reference_etag] = etag;
    return true;
  }
  return reference != reference_of_.end() && reference->second == reference_etag;
}

bool Agreement::SameRow(const Row& row, const Row& reference_row) {
  return row.key == reference_row.key && row.properties == reference_row.properties &&
         SameVersion(row.etag, reference_row.etag);
}

bool Agreement::SameResult(const OperationResult& result, const OperationResult& reference) {
  if (!SameVersion(result.etag, reference.etag)) return false;
  if (!result.row || !reference.row) return !result.row && !reference.row;
  return SameRow(*result.row, *reference.row);
}

bool Agreement::SameBatchResult(const BatchResult& result, const BatchResult& reference) {
  if (result.failure != reference.failure) return false;
  if (result.results.size() != reference.results.size()) return false;
  for (std::size_t i = 0; i < result.results.size(); ++i) {
    if (!SameResult(result.results[i], reference.results[i])) return false;
  }
  return true;
}

bool Agreement::TookEffectOnce(int service, const Call& call) {
  if (call.took_effect) return true;
  scheduler_.Fail(
      *this, "service " + std::to_string(service) + ": a call is over and did not take effect");
  return false;
}

void Agreement::Differs(int service, const std::string& got, const std::string& expected) {
  scheduler_.Fail(*this, "service " + std::to_string(service) + " gets " + got +
                             "; one table would give " + expected);
}

}  // namespace migrating_table
