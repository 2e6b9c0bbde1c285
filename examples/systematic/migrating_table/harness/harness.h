// The real migrating table and migrator among modelled services: two processes with an instance of
// the table each use it while the migrator moves its rows. Both tables are in memory; each call of
// one is an option, and so is each change of phase that an instance is told of.
//
// Thread safety: as systematic/harness.h.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "examples/systematic/migrating_table/harness/plan.h"
#include "examples/systematic/migrating_table/harness/service.h"
#include "examples/systematic/migrating_table/migrator.h"
#include "systematic/harness.h"

namespace migrating_table {

using MakeMigrator = std::function<std::unique_ptr<Migrator>(
    ChainTable& old_table, ChainTable& new_table, PhasePublisher&)>;

/// A test case: what is in the table at first, and what services do to it.
struct TestCase {
  std::string name = "migrating_table";
  std::string about = "two services that do anything while the rows migrate";
  std::vector<int> keys = {0, 1, 3, 4};  ///< rows at first; the flag of every second one is set
  std::vector<Plan> plans;               ///< one a service; none: two services that draw theirs
};

systematic::HarnessInfo MigratingTableHarness(TestCase test_case, MakeTable make_table,
                                              MakeMigrator make_migrator);

}  // namespace migrating_table
