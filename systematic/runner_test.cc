#include "systematic/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "systematic/errors.h"
#include "systematic/strategies/random.h"
#include "systematic/testing/toys.h"

namespace systematic {
namespace {

MakeStrategy Random() {
  return [](const StrategyContext& context) { return std::make_unique<RandomStrategy>(context); };
}

/// Two machines of that many steps; fails when the second goes first so many times in a row.
HarnessInfo Overtaken(std::uint32_t steps, std::size_t times) {
  return ToyOf("overtaken", [steps, times](Scheduler& scheduler) {
    struct State {
      std::size_t second_in_a_row = 0;
      bool first_went = false;
    };
    const auto state = std::make_shared<State>();
    const Word kind = scheduler.Intern("go");
    const MachineId first = scheduler.AddMachine("first");
    const MachineId second = scheduler.AddMachine("second");
    for (std::uint32_t i = 0; i < steps; ++i) {
      scheduler.Enable({.kind = kind, .to = scheduler.MachineName(first), .ordinal = i}, first,
                       OptionKind::kMessage, [state] { state->first_went = true; });
      scheduler.Enable({.kind = kind, .to = scheduler.MachineName(second), .ordinal = i}, second,
                       OptionKind::kMessage, [state, times, &scheduler] {
                         ++state->second_in_a_row;
                         if (!state->first_went && state->second_in_a_row == times) {
                           scheduler.Fail("order", "the second overtook the first");
                         }
                       });
    }
  });
}

TEST(Runner, RunsAsManySchedulesAsItIsTold) {
  const RunResult result = RunSchedules(Overtaken(3, 99), Random(), {.schedules = 123});
  EXPECT_EQ(result.totals.executions, 123u);
  EXPECT_EQ(result.totals.quiescent, 123u);
  EXPECT_EQ(result.totals.choices, 123u * 6);
  EXPECT_EQ(result.length, 6u);
  EXPECT_FALSE(result.failure);
}

TEST(Runner, TheFirstFailingIterationIsTheSameForAnyNumberOfWorkers) {
  const HarnessInfo harness = Overtaken(12, 8);
  const RunResult one = RunSchedules(harness, Random(), {.schedules = 100'000});
  ASSERT_TRUE(one.failure);
  EXPECT_GT(one.failure->iteration, 16u);
  EXPECT_EQ(one.failure->strategy, "random");
  EXPECT_EQ(one.failure->violation, (Violation{"order", "the second overtook the first"}));
  EXPECT_EQ(one.totals.executions, one.failure->iteration + 1);
  for (const unsigned workers : {2u, 8u}) {
    const RunResult many =
        RunSchedules(harness, Random(), {.schedules = 100'000, .workers = workers});
    ASSERT_TRUE(many.failure);
    EXPECT_EQ(many.failure->iteration, one.failure->iteration);
    EXPECT_EQ(many.totals.executions, one.totals.executions);
    EXPECT_EQ(many.totals.choices, one.totals.choices);
  }
}

TEST(Runner, CountsAllFailuresWhenItDoesNotStop) {
  const RunOptions options{.schedules = 20'000, .workers = 2, .stop_at_first = false};
  const RunResult result = RunSchedules(Overtaken(4, 2), Random(), options);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.totals.executions, 20'000u);
  EXPECT_EQ(result.totals.violations, result.totals.violations_of.at("order"));
  // Of the eight steps the first two are the second machine's: 4/8 * 3/7.
  EXPECT_NEAR(static_cast<double>(result.totals.violations) / 20'000, 12.0 / 56, 0.015);
}

TEST(Runner, ShardsTogetherRunEveryIterationOnce) {
  std::vector<std::atomic<int>> seen(100);
  for (std::uint64_t shard = 0; shard < 3; ++shard) {
    RunOptions options{.schedules = (100 - shard + 2) / 3, .first = shard, .stride = 3};
    options.on_execution = [&seen](std::uint64_t iteration, const Outcome&, const Scheduler&) {
      ++seen.at(iteration);
    };
    RunSchedules(Overtaken(2, 99), Random(), options);
  }
  for (const auto& times : seen) EXPECT_EQ(times, 1);
}

TEST(Runner, EndsWhenItIsToldTo) {
  std::atomic<int> asked = 0;
  RunOptions options{.schedules = 1'000'000, .workers = 2};
  options.stop = [&asked] { return ++asked > 50; };
  const RunResult result = RunSchedules(Overtaken(2, 99), Random(), options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.totals.executions, 50u);
}

TEST(Runner, PassesTheHarnessesErrorOn) {
  const HarnessInfo broken =
      ToyOf("broken", [](Scheduler&) { throw HarnessError("there is no such node"); });
  EXPECT_THROW(RunSchedules(broken, Random(), {.workers = 2, .length = 1}), HarnessError);
}

}  // namespace
}  // namespace systematic
