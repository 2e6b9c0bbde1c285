// The calls' code with all its threads under the scheduler: clean in every order that was tried.
#include "quorum/systematic/threads/threads_harness.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <type_traits>

#include "quorum/sync.h"
#include "systematic/execution.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/strategies/random.h"

namespace systematic {

// For GoogleTest.
void PrintTo(const HarnessInfo& harness, std::ostream* out) { *out << harness.name; }

}  // namespace systematic

namespace quorum::systematic {
namespace {

using ::systematic::HarnessInfo;
using ::systematic::StrategyContext;

TEST(ControlledSyncTest, NamesAreTheSchedulersTypesHere) {
  EXPECT_TRUE((std::is_same_v<sync::Mutex, ::systematic::fibers::Mutex>));
  EXPECT_TRUE((std::is_same_v<sync::Atomic<bool>, ::systematic::fibers::Atomic<bool>>));
  EXPECT_TRUE((std::is_same_v<sync::StopToken, ::systematic::fibers::StopToken>));
}

class ThreadsHarnessTest : public ::testing::TestWithParam<HarnessInfo> {
 protected:
  void ExpectClean(const char* strategy, std::uint64_t schedules) {
    ::systematic::RunOptions options;
    options.schedules = schedules;
    const auto result =
        ::systematic::RunSchedules(GetParam(), ::systematic::ParseStrategy(strategy), options);
    EXPECT_EQ(result.totals.quiescent, schedules);
    EXPECT_FALSE(result.nondeterminism);
    ASSERT_FALSE(result.failure) << "schedule " << result.failure->iteration << ": "
                                 << result.failure->violation.monitor << ": "
                                 << result.failure->violation.message;
  }
};

TEST_P(ThreadsHarnessTest, RandomSchedulesAreClean) { ExpectClean("random", 1000); }

TEST_P(ThreadsHarnessTest, SchedulesByPriorityAreClean) { ExpectClean("pct:3", 1000); }

TEST_P(ThreadsHarnessTest, CallsEndInEveryWay) {
  std::string seen;
  ::systematic::RandomStrategy strategy(StrategyContext{});
  ::systematic::Scheduler scheduler;
  for (std::uint64_t i = 0; i < 500; ++i) {
    strategy.Begin(i);
    ::systematic::Execution::Run(GetParam(), GetParam().bounds, strategy, scheduler, true);
    for (const auto& note : scheduler.notes()) seen += note.text + "\n";
  }
  for (const char* const way :
       {"ends: quorum: [", "ends: incomplete, ", "ends: deadline exceeded, ", "ends: cancelled, ",
        "is on its way, but for ", "it does not want to", "shut down",
        "no reply before the deadline"}) {
    EXPECT_NE(seen.find(way), std::string::npos) << way;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ThreadsHarnessTest, ::testing::ValuesIn(AllThreadHarnesses()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace quorum::systematic
