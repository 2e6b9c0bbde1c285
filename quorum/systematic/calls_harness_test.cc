// The real calls under the scheduler: clean in every order, and the orders that matter do come.
#include "quorum/systematic/calls_harness.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>

#include "systematic/execution.h"
#include "systematic/runner.h"
#include "systematic/strategies/random.h"

namespace systematic {

// For GoogleTest.
void PrintTo(const HarnessInfo& harness, std::ostream* out) { *out << harness.name; }

}  // namespace systematic

namespace quorum::systematic {
namespace {

using ::systematic::Execution;
using ::systematic::HarnessInfo;
using ::systematic::RandomStrategy;
using ::systematic::StrategyContext;

class CallsHarnessTest : public ::testing::TestWithParam<HarnessInfo> {};

TEST_P(CallsHarnessTest, RandomSchedulesAreClean) {
  ::systematic::RunOptions options;
  options.schedules = 3000;
  const auto result = ::systematic::RunSchedules(
      GetParam(),
      [](const StrategyContext& context) { return std::make_unique<RandomStrategy>(context); },
      options);
  EXPECT_EQ(result.totals.quiescent, options.schedules);
  ASSERT_FALSE(result.failure) << "schedule " << result.failure->iteration << ": "
                               << result.failure->violation.monitor << ": "
                               << result.failure->violation.message;
}

TEST_P(CallsHarnessTest, CallsEndInEveryWay) {
  std::string seen;
  RandomStrategy strategy(StrategyContext{});
  ::systematic::Scheduler scheduler;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    strategy.Begin(i);
    Execution::Run(GetParam(), GetParam().bounds, strategy, scheduler, true);
    for (const auto& note : scheduler.notes()) seen += note.text + "\n";
  }
  for (const char* const way :
       {"ends: quorum: [", "ends: incomplete, ", "ends: deadline exceeded, ", "ends: cancelled, ",
        "is on its way, but for ", "it does not want to", "the node does not answer", "shut down",
        "no reply before the deadline"}) {
    EXPECT_NE(seen.find(way), std::string::npos) << way;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CallsHarnessTest, ::testing::ValuesIn(AllHarnesses()),
                         [](const auto& tested) { return tested.param.name; });

TEST(CallsHarnessTest, StreamsBreakAndDeliverTwice) {
  std::string seen;
  RandomStrategy strategy(StrategyContext{});
  ::systematic::Scheduler scheduler;
  for (std::uint64_t i = 0; i < 500; ++i) {
    strategy.Begin(i);
    const HarnessInfo harness = AllHarnesses().front();
    Execution::Run(harness, harness.bounds, strategy, scheduler, true);
    for (const auto& note : scheduler.notes()) seen += note.text + "\n";
  }
  for (const char* const way : {"broken", "the reply is malformed"}) {
    EXPECT_NE(seen.find(way), std::string::npos) << way;
  }
}

}  // namespace
}  // namespace quorum::systematic
