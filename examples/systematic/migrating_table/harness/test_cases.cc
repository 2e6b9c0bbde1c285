#include "examples/systematic/migrating_table/harness/test_cases.h"

namespace migrating_table {
namespace {

PlannedCall Query() { return {PlannedCall::Kind::kQuery, std::nullopt, {}}; }

PlannedCall Write(OperationKind kind, int key, bool flag) {
  return {PlannedCall::Kind::kBatch, std::nullopt, {{kind, key, flag, IfMatch::kAny}}};
}

// Queries go on while the migration does.
Plan Then(Plan plan, int queries) {
  for (int i = 0; i < queries; ++i) plan.push_back(Query());
  return plan;
}

}  // namespace

TestCase FilteredStreamCase() {
  const PlannedCall stream{PlannedCall::Kind::kStreamedRead, true, {}};
  return {"migrating_table_filtered_stream",
          "one service clears a row's flag, the other streams the rows whose flag is set",
          {0},
          {{Write(OperationKind::kReplace, 0, false)}, {Query(), Query(), stream}}};
}

TestCase TwoWritersCase() {
  const Plan plan = Then({Write(OperationKind::kInsertOrReplace, 0, true)}, 3);
  return {"migrating_table_two_writers", "both services write a row and look", {0}, {plan, plan}};
}

TestCase DeletedRowCase() {
  Plan deletes = Then({}, 3);
  deletes.push_back(Write(OperationKind::kDelete, 0, false));
  return {"migrating_table_deleted_row",
          "one service deletes a row in the end, the other looks",
          {0},
          {deletes, Then({}, 6)}};
}

TestCase InsertedRowCase() {
  return {"migrating_table_inserted_row",
          "both services insert a row and look",
          {1},
          {Then({Write(OperationKind::kInsert, 0, true)}, 5),
           Then({Write(OperationKind::kInsert, 2, true)}, 5)}};
}

}  // namespace migrating_table
