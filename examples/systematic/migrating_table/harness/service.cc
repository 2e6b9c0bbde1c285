#include "examples/systematic/migrating_table/harness/service.h"

#include <utility>

#include "examples/systematic/migrating_table/harness/describe.h"

namespace migrating_table {
namespace {

constexpr ETag kWrongETag = 999;  // of no version

Filter OnFlag(std::optional<bool> flag) {
  if (!flag) return {};
  return [wanted = *flag ? "true" : "false"](const Row& row) {
    const auto found = row.properties.find("flag");
    return found != row.properties.end() && found->second == wanted;
  };
}

}  // namespace

Service::Service(World& world, int number, std::optional<Plan> plan, const MakeTable& make)
    : world_(world),
      number_(number),
      name_("service " + std::to_string(number)),
      plan_(std::move(plan)),
      machine_(world.scheduler.AddMachine(name_)),
      old_client_(world.scheduler, machine_, "old", world.old_table,
                  [this] { world_.calls.OnTableCall(name_); }),
      new_client_(world.scheduler, machine_, "new", world.new_table,
                  [this] { world_.calls.OnTableCall(name_); }),
      table_(make(old_client_, new_client_, *this)) {}

Task<> Service::Run() {
  const Plan plan = plan_ ? *plan_ : DrawPlan(world_.scheduler, machine_);
  for (const PlannedCall& call : plan) {
    world_.calls.OnCallBegins(name_);
    if (call.kind == PlannedCall::Kind::kStreamedRead) {
      co_await ReadStream(OnFlag(call.filter));
    } else if (call.kind == PlannedCall::Kind::kQuery) {
      co_await Query(OnFlag(call.filter));
    } else {
      co_await ExecuteBatch(MakeBatch(call));
    }
  }
}

Task<> Service::ReadStream(Filter filter) {
  world_.agreement.OnStream(number_, filter);
  const auto stream = co_await table_->QueryStreamed(std::move(filter), "");
  for (;;) {
    const std::optional<Row> row = co_await stream->ReadRow();
    Note("reads " + Describe(row));
    world_.agreement.OnStreamedRow(number_, row);
    if (!row || world_.scheduler.failed()) co_return;
  }
}

Task<> Service::Query(Filter filter) {
  world_.agreement.OnQuery(number_, filter);
  const std::vector<Row> rows = co_await table_->QueryAtomic(std::move(filter));
  Note("finds " + Describe(rows));
  world_.agreement.OnQueryResult(number_, rows);
}

Task<> Service::ExecuteBatch(Batch batch) {
  Note("begins " + Describe(batch));
  world_.agreement.OnBatch(number_, batch);
  const BatchResult result = co_await table_->ExecuteBatch(std::move(batch));
  Note("gets " + Describe(result));
  world_.agreement.OnBatchResult(number_, result);
}

void Service::OnTakesEffect() {
  Note("takes effect");
  world_.agreement.OnTakesEffect(number_);
}

Batch Service::MakeBatch(const PlannedCall& call) {
  Batch batch;
  for (const PlannedOperation& planned : call.batch) batch.push_back(MakeOperation(planned));
  return batch;
}

Operation Service::MakeOperation(const PlannedOperation& planned) {
  Operation operation{planned.kind, {std::to_string(planned.key), kAnyETag, {}}};
  if (planned.if_match != IfMatch::kAny) operation.row.etag = kWrongETag;
  if (planned.if_match == IfMatch::kCurrent) {
    operation.row.etag = world_.agreement.CurrentETag(operation.row.key).value_or(kWrongETag);
  }
  if (planned.kind == OperationKind::kDelete || planned.kind == OperationKind::kRetrieve) {
    return operation;
  }
  const bool merges =
      planned.kind == OperationKind::kMerge || planned.kind == OperationKind::kInsertOrMerge;
  ++writes_;
  operation.row.properties = {
      {"flag", planned.flag ? "true" : "false"},
      {merges ? "merged" : "value", std::to_string(number_) + "." + std::to_string(writes_)}};
  return operation;
}

void Service::Note(const std::string& text) {
  world_.scheduler.Observe(text);
  if (world_.scheduler.recording()) world_.scheduler.Note(name_ + " " + text);
}

}  // namespace migrating_table
