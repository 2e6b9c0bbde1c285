// The real calls under the scheduler: clean in every order, and the orders that matter do come.
#include "quorum/systematic/calls_harness.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "systematic/execution.h"
#include "systematic/key_text.h"
#include "systematic/runner.h"
#include "systematic/strategies/dfs.h"
#include "systematic/strategies/random.h"
#include "testing/sanitized.h"

namespace systematic {

// For GoogleTest.
void PrintTo(const HarnessInfo& harness, std::ostream* out) { *out << harness.name; }

}  // namespace systematic

namespace quorum::systematic {
namespace {

using ::systematic::DfsStrategy;
using ::systematic::Execution;
using ::systematic::HarnessInfo;
using ::systematic::RandomStrategy;
using ::systematic::StrategyContext;

class CallsHarnessTest : public ::testing::TestWithParam<HarnessInfo> {};

TEST_P(CallsHarnessTest, RandomSchedulesAreClean) {
  ::systematic::RunOptions options;
  options.schedules = test::kSanitized ? 500 : 3000;
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

INSTANTIATE_TEST_SUITE_P(All, CallsHarnessTest, ::testing::ValuesIn(LargeHarnesses()),
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

// With sanitizers some minutes would be too many.
constexpr std::uint64_t kMostSchedules = test::kSanitized ? 20'000 : 1'000'000;

DfsStrategy EverySchedule(bool cache) {
  return DfsStrategy({.first = DfsStrategy::kUnbounded, .cache = cache});
}

class SmallHarnessTest : public ::testing::TestWithParam<HarnessInfo> {};

TEST_P(SmallHarnessTest, EveryScheduleIsClean) {
  ::systematic::RunOptions options;
  options.schedules = kMostSchedules;
  options.length = 1;
  const auto result = ::systematic::RunSchedules(
      GetParam(),
      [](const StrategyContext&) { return std::make_unique<DfsStrategy>(EverySchedule(true)); },
      options);
  std::cout << GetParam().name << ": " << result.totals.executions << " schedules, "
            << result.totals.quiescent << " of them to their end, " << result.totals.choices
            << " choices\n";
  EXPECT_TRUE(result.exhausted || (test::kSanitized && result.totals.executions == kMostSchedules));
  EXPECT_EQ(result.totals.cut_off, 0u);
  ASSERT_FALSE(result.failure) << result.failure->violation.monitor << ": "
                               << result.failure->violation.message;
}

INSTANTIATE_TEST_SUITE_P(All, SmallHarnessTest, ::testing::ValuesIn(SmallHarnesses()),
                         [](const auto& tested) { return tested.param.name; });

// Every schedule, in whose course states of the same hash must be the same: what can happen next,
// and what each call went through.
class Comparing : public DfsStrategy {
 public:
  explicit Comparing(const ::systematic::Scheduler& scheduler)
      : DfsStrategy(EverySchedule(false)), scheduler_(scheduler) {}

  bool wants_state() const override { return true; }
  void SetState(std::uint64_t hash) override { hash_ = hash; }
  std::size_t Pick(std::span<const ::systematic::Option> enabled) override {
    std::map<std::string, std::string> by_call;
    for (const auto& note : scheduler_.notes()) {
      by_call[note.text.substr(0, 5)] += note.text + "\n";
    }
    std::string state;
    for (const auto& [call, notes] : by_call) state += notes;
    for (const auto& option : enabled) state += ToText(option.key, scheduler_.names()) + "\n";
    const auto [met, is_new] = states_.emplace(hash_, state);
    if (is_new) return DfsStrategy::Pick(enabled);
    ++met_again;
    EXPECT_EQ(met->second, state);
    return DfsStrategy::Pick(enabled);
  }

  std::uint64_t met_again = 0;

 private:
  const ::systematic::Scheduler& scheduler_;
  std::uint64_t hash_ = 0;
  std::map<std::uint64_t, std::string> states_;
};

TEST(CallsHarnessTest, StatesThatCountAsOneAreOne) {
  std::vector<CallsOptions> all;
  for (const auto& budget : {&Budgets::breaks, &Budgets::deadlines, &Budgets::oddities}) {
    CallsOptions options = SmallOptions();
    options.budgets.*budget = 1;
    options.plans.pop_back();
    all.push_back(options);  // two nodes, one call
    options.plans.push_back({CallForm::kAsync, 1});
    options.nodes = "s";
    options.cancels = budget == &Budgets::oddities ? 1 : 0;
    all.push_back(options);  // one node, two calls
  }
  for (const CallsOptions& options : all) {
    const HarnessInfo harness = CallsHarness("small", "", options);
    ::systematic::Scheduler scheduler;
    Comparing strategy(scheduler);
    for (std::uint64_t i = 0; strategy.Begin(i) && !HasFailure(); ++i) {
      Execution::Run(harness, harness.bounds, strategy, scheduler, true);
    }
    EXPECT_GT(strategy.met_again, 100u);
  }
}

}  // namespace
}  // namespace quorum::systematic
