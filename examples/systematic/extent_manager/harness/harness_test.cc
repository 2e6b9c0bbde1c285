#include "examples/systematic/extent_manager/harness/harness.h"

#include <gtest/gtest.h>

#include <memory>

#include "examples/systematic/support/run.h"

namespace extent_manager {
namespace {

using support::MonitorThatFails;
using support::RunUntilFailure;

systematic::HarnessInfo HarnessWith(Bug bug) {
  return ExtentManagerHarness([bug](Network& network, Clock& clock) {
    Options options;
    options.dead_after = options.expire_every;
    return std::make_unique<ExtentManager>(options, network, clock, bug);
  });
}

TEST(ExtentManagerTest, IsCleanAndComesToItsEndUnderFairStrategies) {
  for (const char* strategy : {"random", "fair-pct:3"}) {
    const auto result = RunUntilFailure(HarnessWith(Bug::kNone), strategy, 2000);
    EXPECT_FALSE(result.failure) << strategy;
    EXPECT_EQ(result.totals.quiescent, 2000u) << strategy;
  }
}

TEST(ExtentManagerTest, IsCleanUnderPct) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kNone), "pct:3", 2000), "nothing");
}

TEST(ExtentManagerTest, BelievingTheDeadIsFoundByRandom) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kBelievesTheDead), "random", 100), "repair");
}

TEST(ExtentManagerTest, BelievingTheDeadIsFoundByFairPct) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kBelievesTheDead), "fair-pct:3", 100), "repair");
}

// A schedule that is not fair may well starve the repair loop; that is no fault of the manager's.
TEST(ExtentManagerTest, MissingReplicasAreNoViolationUnderPct) {
  const auto result = RunUntilFailure(HarnessWith(Bug::kBelievesTheDead), "pct:3", 1000);
  EXPECT_FALSE(result.failure);
  EXPECT_GT(result.totals.cut_off, 0u);
}

}  // namespace
}  // namespace extent_manager
