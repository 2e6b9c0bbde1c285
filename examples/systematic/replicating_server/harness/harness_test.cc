#include "examples/systematic/replicating_server/harness/harness.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "examples/systematic/support/run.h"

namespace replicating_server {
namespace {

using support::MonitorThatFails;
using support::RunUntilFailure;

systematic::HarnessInfo HarnessWith(Bug bug) {
  return ReplicatingServerHarness([bug](std::vector<NodeId> nodes, Network& network) {
    return std::make_unique<Server>(std::move(nodes), network, bug);
  });
}

TEST(ReplicatingServerTest, IsCleanAndComesToItsEndUnderFairStrategies) {
  for (const char* strategy : {"random", "fair-pct:3"}) {
    const auto result = RunUntilFailure(HarnessWith(Bug::kNone), strategy, 2000);
    EXPECT_FALSE(result.failure) << strategy;
    EXPECT_EQ(result.totals.quiescent, 2000u) << strategy;
  }
}

TEST(ReplicatingServerTest, IsCleanUnderPct) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kNone), "pct:3", 2000), "nothing");
}

TEST(ReplicatingServerTest, CountingNodesTwiceIsFoundByRandom) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kCountsNodesTwice), "random", 1000), "replicated");
}

TEST(ReplicatingServerTest, CountingNodesTwiceIsFoundByFairPct) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kCountsNodesTwice), "fair-pct:3", 1000),
            "replicated");
}

TEST(ReplicatingServerTest, CountThatIsNotResetIsFoundByRandom) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kCountNotReset), "random", 1000), "answered");
}

TEST(ReplicatingServerTest, CountThatIsNotResetIsFoundByFairPct) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kCountNotReset), "fair-pct:3", 1000), "answered");
}

// A schedule that is not fair may well starve the server; that is no fault of the server's.
TEST(ReplicatingServerTest, WaitingIsNoViolationUnderPct) {
  const auto result = RunUntilFailure(HarnessWith(Bug::kCountNotReset), "pct:3", 1000);
  EXPECT_FALSE(result.failure);
  EXPECT_GT(result.totals.cut_off, 0u);
}

}  // namespace
}  // namespace replicating_server
