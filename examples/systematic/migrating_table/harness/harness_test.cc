#include "examples/systematic/migrating_table/harness/harness.h"

#include <gtest/gtest.h>

#include <memory>

#include "examples/systematic/migrating_table/harness/test_cases.h"
#include "examples/systematic/support/run.h"

namespace migrating_table {
namespace {

using support::MonitorThatFails;
using support::RunUntilFailure;

systematic::HarnessInfo HarnessWith(Bug bug, const TestCase& test_case = {}) {
  return MigratingTableHarness(
      test_case,
      [bug](ChainTable& old_table, ChainTable& new_table, LinearizationObserver& observer) {
        return std::make_unique<MigratingTable>(old_table, new_table, observer, bug);
      },
      [bug](ChainTable& old_table, ChainTable& new_table, PhasePublisher& publisher) {
        return std::make_unique<Migrator>(old_table, new_table, publisher, bug);
      });
}

TEST(MigratingTableTest, IsCleanAndComesToItsEnd) {
  for (const char* strategy : {"random", "pct:3", "fair-pct:3"}) {
    const auto result = RunUntilFailure(HarnessWith(Bug::kNone), strategy, 3000);
    EXPECT_FALSE(result.failure) << strategy << ": " << result.failure->violation.message;
    EXPECT_EQ(result.totals.quiescent, 3000u) << strategy;
  }
}

TEST(MigratingTableTest, IsCleanInAllTestCases) {
  for (const TestCase& test_case :
       {FilteredStreamCase(), TwoWritersCase(), DeletedRowCase(), InsertedRowCase()}) {
    for (const char* strategy : {"random", "pct:3", "fair-pct:3"}) {
      EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kNone, test_case), strategy, 1000), "nothing")
          << test_case.name << ", " << strategy;
    }
  }
}

struct Found {
  const char* strategy;
  Bug bug;
};

class BugOfDrawnPlans : public testing::TestWithParam<Found> {};

TEST_P(BugOfDrawnPlans, IsFoundByAgreement) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(GetParam().bug), GetParam().strategy, 100'000),
            "agreement");
}

INSTANTIATE_TEST_SUITE_P(Pct, BugOfDrawnPlans,
                         testing::Values(Found{"pct:3", Bug::kQueryAtomicFilterShadowing},
                                         Found{"pct:3", Bug::kQueryStreamedLock},
                                         Found{"pct:3", Bug::kQueryStreamedBackUpNewStream},
                                         Found{"pct:3", Bug::kDeleteNoLeaveTombstonesEtag},
                                         Found{"pct:3", Bug::kDeletePrimaryKey},
                                         Found{"pct:3", Bug::kEnsurePartitionSwitchedFromPopulated},
                                         Found{"pct:3", Bug::kTombstoneOutputETag}));

INSTANTIATE_TEST_SUITE_P(Random, BugOfDrawnPlans,
                         testing::Values(Found{"random", Bug::kQueryAtomicFilterShadowing},
                                         Found{"random", Bug::kDeletePrimaryKey},
                                         Found{"random",
                                               Bug::kEnsurePartitionSwitchedFromPopulated},
                                         Found{"random", Bug::kTombstoneOutputETag}));

TEST(MigratingTableTest, StreamedFilterShadowingIsFoundInItsCase) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kQueryStreamedFilterShadowing, FilteredStreamCase()),
                             "pct:3", 1000),
            "agreement");
}

TEST(MigratingTableTest, SkippingThePhaseThatPrefersTheOldTableIsFoundInItsCase) {
  EXPECT_EQ(
      MonitorThatFails(HarnessWith(Bug::kMigrateSkipPreferOld, TwoWritersCase()), "pct:3", 1000),
      "agreement");
}

TEST(MigratingTableTest, SkippingThePhaseWithTombstonesIsFoundInItsCase) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kMigrateSkipUseNewWithTombstones, DeletedRowCase()),
                             "pct:3", 1000),
            "agreement");
}

TEST(MigratingTableTest, InsertingBehindTheMigratorIsFoundInItsCase) {
  EXPECT_EQ(
      MonitorThatFails(HarnessWith(Bug::kInsertBehindMigrator, InsertedRowCase()), "pct:3", 1000),
      "agreement");
}

}  // namespace
}  // namespace migrating_table
