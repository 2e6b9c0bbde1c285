#include "examples/systematic/primary_secondary/harness/harness.h"

#include <gtest/gtest.h>

#include <memory>

#include "examples/systematic/support/run.h"

namespace primary_secondary {
namespace {

using support::MonitorThatFails;
using support::RunUntilFailure;

systematic::HarnessInfo HarnessWith(Bug bug) {
  return PrimarySecondaryHarness(
      [bug](ManagerNetwork& network) { return std::make_unique<FailoverManager>(network, bug); });
}

TEST(PrimarySecondaryTest, IsCleanAndComesToItsEnd) {
  for (const char* strategy : {"random", "pct:3", "fair-pct:3"}) {
    const auto result = RunUntilFailure(HarnessWith(Bug::kNone), strategy, 3000);
    EXPECT_FALSE(result.failure) << strategy << ": " << result.failure->violation.message;
    EXPECT_EQ(result.totals.quiescent, 3000u) << strategy;
  }
}

TEST(PrimarySecondaryTest, PromotionIsFoundByFairPct) {
  EXPECT_EQ(MonitorThatFails(HarnessWith(Bug::kPromotion), "fair-pct:3", 10'000), "roles");
}

}  // namespace
}  // namespace primary_secondary
