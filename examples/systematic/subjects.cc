#include "examples/systematic/subjects.h"

#include <memory>
#include <utility>

#include "examples/systematic/extent_manager/harness/harness.h"
#include "examples/systematic/migrating_table/harness/harness.h"
#include "examples/systematic/migrating_table/harness/test_cases.h"
#include "examples/systematic/primary_secondary/harness/harness.h"
#include "examples/systematic/replicating_server/harness/harness.h"

namespace case_studies {
namespace {

systematic::HarnessInfo ServerWith(replicating_server::Bug bug) {
  using namespace replicating_server;
  return ReplicatingServerHarness([bug](std::vector<NodeId> nodes, Network& network) {
    return std::make_unique<Server>(std::move(nodes), network, bug);
  });
}

systematic::HarnessInfo ManagerWith(extent_manager::Bug bug) {
  using namespace extent_manager;
  return ExtentManagerHarness([bug](Network& network, Clock& clock) {
    Options options;
    options.dead_after = options.expire_every;
    return std::make_unique<ExtentManager>(options, network, clock, bug);
  });
}

systematic::HarnessInfo TableWith(migrating_table::Bug bug,
                                  const migrating_table::TestCase& test_case = {}) {
  using namespace migrating_table;
  return MigratingTableHarness(
      test_case,
      [bug](ChainTable& old_table, ChainTable& new_table, LinearizationObserver& observer) {
        return std::make_unique<MigratingTable>(old_table, new_table, observer, bug);
      },
      [bug](ChainTable& old_table, ChainTable& new_table, PhasePublisher& publisher) {
        return std::make_unique<Migrator>(old_table, new_table, publisher, bug);
      });
}

systematic::HarnessInfo FailoverWith(primary_secondary::Bug bug) {
  using namespace primary_secondary;
  return PrimarySecondaryHarness(
      [bug](ManagerNetwork& network) { return std::make_unique<FailoverManager>(network, bug); });
}

Subject Named(std::string bug, systematic::HarnessInfo harness, unsigned part) {
  harness.about = "bug of " + harness.name + ": " + harness.about;
  harness.name = std::move(bug);
  return {std::move(harness), part};
}

/// A bug of the table that seldom shows but in a test case of its own.
Subject OwnCase(std::string bug, systematic::HarnessInfo harness) {
  Subject subject = Named(std::move(bug), std::move(harness), 10);
  subject.own_case = true;
  return subject;
}

}  // namespace

std::vector<Subject> WithBugs() {
  using Table = migrating_table::Bug;
  using namespace migrating_table;
  return {
      Named("CountsNodesTwice", ServerWith(replicating_server::Bug::kCountsNodesTwice), 10),
      Named("CountNotReset", ServerWith(replicating_server::Bug::kCountNotReset), 100),
      Named("BelievesTheDead", ManagerWith(extent_manager::Bug::kBelievesTheDead), 100),
      Named("QueryAtomicFilterShadowing", TableWith(Table::kQueryAtomicFilterShadowing), 1),
      Named("QueryStreamedLock", TableWith(Table::kQueryStreamedLock), 1),
      Named("QueryStreamedBackUpNewStream", TableWith(Table::kQueryStreamedBackUpNewStream), 1),
      Named("DeleteNoLeaveTombstonesEtag", TableWith(Table::kDeleteNoLeaveTombstonesEtag), 1),
      Named("DeletePrimaryKey", TableWith(Table::kDeletePrimaryKey), 1),
      Named("EnsurePartitionSwitchedFromPopulated",
            TableWith(Table::kEnsurePartitionSwitchedFromPopulated), 1),
      Named("TombstoneOutputETag", TableWith(Table::kTombstoneOutputETag), 1),
      OwnCase("QueryStreamedFilterShadowing",
              TableWith(Table::kQueryStreamedFilterShadowing, FilteredStreamCase())),
      OwnCase("MigrateSkipPreferOld", TableWith(Table::kMigrateSkipPreferOld, TwoWritersCase())),
      OwnCase("MigrateSkipUseNewWithTombstones",
              TableWith(Table::kMigrateSkipUseNewWithTombstones, DeletedRowCase())),
      OwnCase("InsertBehindMigrator", TableWith(Table::kInsertBehindMigrator, InsertedRowCase())),
      Named("Promotion", FailoverWith(primary_secondary::Bug::kPromotion), 10),
  };
}

std::vector<Subject> WithoutBugs() {
  return {{ServerWith(replicating_server::Bug::kNone)},
          {ManagerWith(extent_manager::Bug::kNone)},
          {TableWith(migrating_table::Bug::kNone)},
          {FailoverWith(primary_secondary::Bug::kNone)}};
}

}  // namespace case_studies
