#include "examples/systematic/migrating_table/chain_table.h"

#include <set>
#include <string_view>

namespace migrating_table {
namespace {

bool NeedsETag(OperationKind kind) {
  return kind == OperationKind::kReplace || kind == OperationKind::kMerge ||
         kind == OperationKind::kDelete;
}

}  // namespace

void CheckBatch(const Batch& batch) {
  std::set<std::string_view> keys;
  for (const Operation& operation : batch) {
    if (operation.row.key.empty()) throw InvalidOperation("an operation has no key");
    if (!keys.insert(operation.row.key).second) {
      throw InvalidOperation("two operations have the key " + operation.row.key);
    }
    if (NeedsETag(operation.kind) && operation.row.etag == kNoETag) {
      throw InvalidOperation("the operation on key " + operation.row.key + " has no ETag");
    }
  }
}

}  // namespace migrating_table
