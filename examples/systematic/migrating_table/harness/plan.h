// What a service of the harness does to the table, as data: given, or drawn by the scheduler.
//
// Thread safety: values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/chain_table.h"
#include "systematic/scheduler.h"

namespace migrating_table {

enum class IfMatch { kAny, kWrong, kCurrent };

struct PlannedOperation {
  OperationKind kind = OperationKind::kInsert;
  int key = 0;
  bool flag = false;  ///< the property that filters are about, where the operation writes
  IfMatch if_match = IfMatch::kAny;  ///< where it needs an ETag
};

struct PlannedCall {
  enum class Kind { kStreamedRead, kQuery, kBatch };
  Kind kind = Kind::kQuery;
  std::optional<bool> filter;  ///< on the flag; none: all rows
  std::vector<PlannedOperation> batch;
};

using Plan = std::vector<PlannedCall>;

/// A streamed read, or two calls that are queries or batches of one or two operations; all drawn in
/// the name of the machine `service`.
Plan DrawPlan(systematic::Scheduler& scheduler, systematic::MachineId service);

}  // namespace migrating_table
