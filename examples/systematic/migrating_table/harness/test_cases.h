// Test cases that say what the services do, where drawn plans seldom do it.
//
// Thread safety: values.
#pragma once

#include <vector>

#include "examples/systematic/migrating_table/harness/harness.h"

namespace migrating_table {

/// One writes a row so that it does not match a filter any more, the other streams by that filter.
TestCase FilteredStreamCase();
/// Both write the same row and look.
TestCase TwoWritersCase();
/// One deletes a row in the end, the other looks all the time.
TestCase DeletedRowCase();
/// Each inserts a row, both look.
TestCase InsertedRowCase();

}  // namespace migrating_table
