// What an instance of a table that is migrating and its streams share.
//
// Not thread-safe.
#pragma once

#include "examples/systematic/migrating_table/chain_table.h"
#include "examples/systematic/migrating_table/gate.h"
#include "examples/systematic/migrating_table/phase.h"

namespace migrating_table {

struct Instance {
  ChainTable& old_table;
  ChainTable& new_table;
  Bug bug = Bug::kNone;
  Phase phase = Phase::kOldOnly;
  /// Operations share it; a change of phase has it alone.
  Gate gate = {};
};

}  // namespace migrating_table
