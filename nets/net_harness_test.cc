#include "nets/net_harness.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "nets/testing.h"
#include "systematic/minimisation/minimise.h"
#include "systematic/replay.h"
#include "systematic/runner.h"
#include "systematic/schedule_file.h"
#include "systematic/strategies/parse.h"
#include "systematic/strategies/random.h"

namespace nets {
namespace {

using systematic::End;
using systematic::HarnessInfo;
using systematic::RunResult;
using testing::BenchesOf;

/// Two processes walk, one 2 steps and one 3.
constexpr const char* kWalkers = R"(
Process = range(1, 2)
var { p = Process, n = INT }
At = place(product(Process, INT), { { 1, 2 }, { 2, 3 } })
Walk = transition { input = { At { p, n } }, guard = "n > 0", output = { At { p, expr "n - 1" } } }
)";

/// Each of two processes reads the counter, and writes what it read plus one: both may write 1.
constexpr const char* kRace = R"(
Process = range(1, 2)
var { p = Process, n = INT, m = INT }
Idle, Done = place(Process, all), place(Process)
Counter = place(INT, { 0 })
HasRead = place(product(Process, INT))
Noise = place(INT, { 6 })
Read = transition { input = { Idle(p) }, test = { Counter(n) }, output = { HasRead { p, n } } }
Write = transition { input = { HasRead { p, n }, Counter(m) },
                     output = { Counter(expr "n + 1"), Done(p) } }
Ring = transition { input = { Noise(n) }, guard = "n > 0", output = { Noise(expr "n - 1") } }
property "counted" (INV(NF(function(M) return #M.Done < 2 or M.Counter[1] == 2 end)))
property "done" (EV(NF(function(M) return #M.Done == 2 end)))
)";

HarnessInfo HarnessOf(const std::string& text, const std::vector<std::string>& properties = {},
                      std::uint64_t steps = 1000, std::uint64_t temperature = 0) {
  HarnessInfo info =
      NetHarness(BenchesOf(text, properties), properties, BoundsOf(steps, temperature));
  info.name = "test";
  return info;
}

RunResult RunMany(const HarnessInfo& harness, const std::string& strategy, std::uint64_t schedules,
                  unsigned workers = 1) {
  systematic::RunOptions options;
  options.schedules = schedules;
  options.workers = workers;
  options.check_every = 1;
  return systematic::RunSchedules(harness, systematic::ParseStrategy(strategy), options);
}

TEST(NetHarness, DepthFirstSearchHasEveryInterleavingOnce) {
  std::set<std::string> runs;  // whole ones; deepening meets some of them again
  systematic::RunOptions options;
  options.on_execution = [&runs](std::uint64_t, const systematic::Outcome& outcome,
                                 const systematic::Scheduler& scheduler) {
    std::string run;
    for (const auto& choice : scheduler.log().choices()) run += scheduler.NameOf(choice.key.to);
    if (outcome.end == End::kQuiescent) runs.insert(run);
  };
  const RunResult result =
      systematic::RunSchedules(HarnessOf(kWalkers), systematic::ParseStrategy("dfs"), options);
  EXPECT_TRUE(result.exhausted);
  EXPECT_FALSE(result.nondeterminism);
  EXPECT_EQ(runs.size(), 10u);  // 5 over 2
}

TEST(NetHarness, CachedSearchGoesOnOnceFromEachMarking) {
  const RunResult all = RunMany(HarnessOf(kRace, {"done"}), "dfs", 1'000'000);
  const RunResult cached = RunMany(HarnessOf(kRace, {"done"}), "dfs:100,cache", 1'000'000);
  EXPECT_TRUE(all.exhausted);
  EXPECT_TRUE(cached.exhausted);
  EXPECT_LT(5 * cached.totals.executions, all.totals.executions);
}

TEST(NetHarness, EveryStrategyFindsTheRace) {
  for (const char* strategy : {"random", "probabilistic", "pct:2", "fair-pct:3", "pctcp:3", "pos",
                               "delay:2", "delay:2,all", "dfs", "portfolio"}) {
    const RunResult result = RunMany(HarnessOf(kRace, {"counted"}), strategy, 10'000);
    ASSERT_TRUE(result.failure) << strategy;
    EXPECT_EQ(result.failure->violation.monitor, "counted") << strategy;
  }
}

TEST(NetHarness, FailingScheduleIsTheSameForAnyNumberOfWorkers) {
  const RunResult one = RunMany(HarnessOf(kRace, {"counted"}), "pct:2", 1000, 1);
  const RunResult three = RunMany(HarnessOf(kRace, {"counted"}), "pct:2", 1000, 3);
  ASSERT_TRUE(one.failure && three.failure);
  EXPECT_EQ(one.failure->schedule, three.failure->schedule);
  EXPECT_EQ(one.totals.steps, three.totals.steps);
}

TEST(NetHarness, MinimisedScheduleHasTheStepsOfTheRaceOnly) {
  const HarnessInfo harness = HarnessOf(kRace, {"counted"});
  const RunResult result = RunMany(harness, "random", 1000);
  ASSERT_TRUE(result.failure);
  const auto minimised = systematic::Minimise(harness, result.failure->schedule);
  EXPECT_TRUE(minimised.one_minimal);
  const std::vector<std::string> steps = StepsOf(minimised.schedule);
  EXPECT_EQ(std::set<std::string>(steps.begin(), steps.end()),
            (std::set<std::string>{"Read (p = 1, n = 0)", "Read (p = 2, n = 0)",
                                   "Write (p = 1, n = 0, m = 0)", "Write (p = 2, n = 0, m = 1)"}));
}

TEST(NetHarness, WrittenScheduleRunsAgainOnAnotherEngine) {
  const RunResult result = RunMany(HarnessOf(kRace, {"counted"}), "random", 1000);
  ASSERT_TRUE(result.failure);
  const std::string text = systematic::WriteSchedule(result.failure->schedule);
  systematic::Scheduler scheduler;
  const auto replay = systematic::ReplayStrictly(HarnessOf(kRace, {"counted"}),
                                                 systematic::ReadSchedule(text, "test"), scheduler);
  EXPECT_FALSE(replay.difference) << replay.difference->message;
  EXPECT_EQ(replay.outcome.violation, result.failure->violation);
}

TEST(NetHarness, OptionKeepsItsAgeWhileItStaysEnabled) {
  const HarnessInfo harness = HarnessOf(kWalkers);
  // The one that is older runs first, and what it enables is younger than the other.
  const RunResult result = RunMany(harness, "delay:0", 1);
  EXPECT_EQ(result.totals.quiescent, 1u);
  systematic::Scheduler scheduler;
  systematic::Schedule empty;
  empty.bounds = harness.bounds;
  systematic::ReplayLeniently(harness, empty, scheduler);
  std::vector<std::string> bindings;
  for (const auto& choice : scheduler.log().choices()) {
    bindings.emplace_back(scheduler.NameOf(choice.key.to));
  }
  EXPECT_EQ(bindings,
            (std::vector<std::string>{"(p = 1, n = 2)", "(p = 2, n = 3)", "(p = 1, n = 1)",
                                      "(p = 2, n = 2)", "(p = 2, n = 1)"}));
}

TEST(NetHarness, AnyOfWhatOneMachineMayDoComesFirst) {
  const HarnessInfo harness = HarnessOf(R"(
Process, Vote = range(1, 1), enum { "yes", "no" }
var { p = Process, v = Vote }
Open, Closed = place(Process, all), place(product(Process, Vote))
Decide = transition { input = { Open(p) }, output = { Closed { p, v } } }
)");
  std::set<std::string> votes;
  systematic::RunOptions options;
  options.schedules = 30;
  options.on_execution = [&votes](std::uint64_t, const systematic::Outcome&,
                                  const systematic::Scheduler& scheduler) {
    votes.emplace(scheduler.NameOf(scheduler.log().choices().front().key.to));
  };
  systematic::RunSchedules(harness, systematic::ParseStrategy("pct:1"), options);
  EXPECT_EQ(votes, (std::set<std::string>{"(p = 1, v = no)", "(p = 1, v = yes)"}));
}

TEST(NetHarness, DeadEndWithoutWhatEvClaimsIsAViolation) {
  const RunResult result = RunMany(HarnessOf(R"(
A = place(UNIT, { unit })
Go = transition { input = { A(unit) }, output = {} }
property "back" (EV(NF(function(M) return #M.A == 2 end)))
)",
                                             {"back"}),
                                   "pct:1", 1);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->schedule.choices.size(), 1u);
}

constexpr const char* kLoop = R"(
A = place(UNIT, { unit })
Again = transition { input = { A(unit) }, output = { A(unit) } }
property "ends" (EV(NF(function(M) return #M.A == 0 end)))
)";

TEST(NetHarness, FairRunThatOwesForTooLongIsAViolation) {
  const RunResult result = RunMany(HarnessOf(kLoop, {"ends"}, 100, 50), "random", 1);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->violation.message,
            "what it claims of all runs has not come to hold, for 51 choices");
}

TEST(NetHarness, UnfairRunOwesNothing) {
  const RunResult result = RunMany(HarnessOf(kLoop, {"ends"}, 100, 50), "pct:2", 1);
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(result.totals.cut_off, 1u);
}

TEST(NetHarness, FailingModelIsAViolationOfItsOwn) {
  const HarnessInfo harness = HarnessOf(R"(
Small = range(0, 2)
var { n = Small }
Count = place(Small, { 0 })
Up = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
)");
  const RunResult result = RunMany(harness, "random", 10);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->violation.monitor, kModelFails);
  EXPECT_FALSE(result.nondeterminism);
}

TEST(NetHarness, StoppedBudgetEndsTheExecutionWithoutVerdict) {
  base::Budget budget;
  const auto benches = BenchesOf(kLoop, {"ends"}, &budget);
  const HarnessInfo harness = NetHarness(benches, {"ends"}, BoundsOf(100, 50));
  systematic::RandomStrategy strategy({.seed = 1});
  strategy.Begin(0);
  budget.Stop(base::StopReason::kInterrupted);
  systematic::Scheduler scheduler;
  const auto outcome = systematic::Execution::Run(harness, harness.bounds, strategy, scheduler);
  EXPECT_EQ(outcome.end, End::kQuiescent);
  EXPECT_FALSE(outcome.violation);
  EXPECT_TRUE(benches->stopped());
}

TEST(NetHarness, OnlyTheHighestPriorityIsEnabled) {
  const RunResult result = RunMany(HarnessOf(R"(
A, B = place(UNIT, { unit }), place(UNIT, { unit })
Late = transition { priority = P_LOW, input = { A(unit) }, output = {} }
Soon = transition { priority = P_HIGH, input = { B(unit) }, output = {} }
)"),
                                   "dfs", 100);
  EXPECT_EQ(result.totals.quiescent, 1u);
}

}  // namespace
}  // namespace nets
