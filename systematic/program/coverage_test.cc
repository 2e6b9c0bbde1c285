#include "systematic/program/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/split_mix64.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/testing/mail.h"
#include "systematic/testing/walkers.h"

namespace systematic {
namespace {

CoverageReport CoverageOf(const HarnessInfo& harness, const char* strategy, std::uint64_t schedules,
                          unsigned workers = 1) {
  Coverage coverage;
  RunOptions options{.schedules = schedules, .workers = workers, .states = true};
  options.on_execution = [&coverage](std::uint64_t iteration, const Outcome& outcome,
                                     const Scheduler& scheduler) {
    coverage.Count(iteration, scheduler, outcome.violation.has_value());
  };
  RunSchedules(harness, ParseStrategy(strategy), options);
  return coverage.Report();
}

TEST(Coverage, HasAStateForEachPairOfPlacesOfTwoWalkers) {
  // Every order of 3 and 4 steps: 4 * 5 places, without the one where nobody has walked.
  const CoverageReport report = CoverageOf(WalkersOf({3, 4}, {}), "dfs", 1000);
  EXPECT_EQ(report.curve.back().states, 19u);
  EXPECT_EQ(report.curve.back().sets, 19u);  // no walker is where both have arrived: no choice
  EXPECT_EQ(report.curve.back().events, 2u);
}

TEST(Coverage, TellsStatesByWhatMachinesHaveTaken) {
  // Bob has the letter with one of three priorities: what is enabled is the same.
  const CoverageReport report = CoverageOf(MailHarness("calm", 1, false), "dfs", 1000);
  EXPECT_EQ(report.curve.back().sets, 3u);
  EXPECT_EQ(report.curve.back().states, 6u);
}

TEST(Coverage, BecomesFlatWhenAllIsMet) {
  const CoverageReport report = CoverageOf(WalkersOf({2, 2}, {}), "random", 512);
  ASSERT_EQ(report.curve.size(), 10u);
  EXPECT_EQ(report.curve[8].executions, 256u);
  EXPECT_EQ(report.curve[8].states, report.curve[9].states);
  EXPECT_LT(report.curve[0].states, report.curve[9].states);
}

TEST(Coverage, CountsInOrderAndNothingBehindTheLast) {
  const HarnessInfo calm = MailHarness("calm", 1, false);
  const auto strategy = ParseStrategy("random")({});
  strategy->Begin(0);
  Scheduler scheduler;
  scheduler.KeepStates(true);
  Execution::Run(calm, calm.bounds, *strategy, scheduler);
  Coverage coverage;
  for (const std::uint64_t execution : {3u, 1u, 0u, 2u}) {
    coverage.Count(execution, scheduler, execution == 1);
  }
  EXPECT_EQ(coverage.Report().curve.back().executions, 2u);
}

TEST(Coverage, EndsAtTheFirstViolationWithAnyNumberOfWorkers) {
  const HarnessInfo mail = MailHarness("mail", 3, true);
  const CoverageReport one = CoverageOf(mail, "pct:2", 1000);
  for (const unsigned workers : {2u, 5u}) {
    const CoverageReport several = CoverageOf(mail, "pct:2", 1000, workers);
    EXPECT_EQ(several.curve, one.curve);
    EXPECT_EQ(several.events, one.events);
  }
}

TEST(Distinct, CountsExactlyUpToItsSize) {
  Distinct distinct(1000);
  for (std::uint64_t i = 0; i < 3000; ++i) distinct.Meet(base::MixBits(i % 1000));
  EXPECT_EQ(distinct.count(), 1000u);
}

TEST(Distinct, EstimatesBeyondInAnyOrder) {
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 0; i < 100'000; ++i) hashes.push_back(base::MixBits(i));
  Distinct forwards(5000), backwards(5000);
  for (const std::uint64_t hash : hashes) forwards.Meet(hash);
  std::ranges::reverse(hashes);
  for (const std::uint64_t hash : hashes) backwards.Meet(hash);
  EXPECT_EQ(forwards.count(), backwards.count());
  EXPECT_NEAR(static_cast<double>(forwards.count()), 100'000, 5000);
}

}  // namespace
}  // namespace systematic
