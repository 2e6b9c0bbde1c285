#include "adapter/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <mutex>
#include <set>
#include <stdexcept>

#include "adapter/testing/toy_system.h"
#include "suite/reader.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;

LoadedSuite ThreeCases() {
  static const ToySystem kToy;
  return {suite::ParseSuite(ToySuite("words", {"1", "2", "3"}), "a.xml"), &kToy,
          &kToy.forms().front()};
}

std::vector<SelectedCase> CasesOf(const LoadedSuite& loaded) {
  std::vector<SelectedCase> selected;
  for (const suite::Case& test : loaded.suite.cases()) selected.push_back({&loaded, &test});
  return selected;
}

std::vector<std::string> Ids(const std::vector<CaseResult>& results) {
  std::vector<std::string> ids;
  for (const CaseResult& result : results) ids.push_back(result.id);
  return ids;
}

Verdict Pass(const SelectedCase&, std::uint64_t) { return {}; }

TEST(RunnerTest, ResultsAreInTheOrderOfThePlanForAnyNumberOfWorkers) {
  const LoadedSuite suite = ThreeCases();
  for (const int jobs : {1, 2, 8}) {
    const auto results = RunCases(CasesOf(suite), {jobs, 2, 1}, Pass, {});
    EXPECT_THAT(Ids(results), ElementsAre("1", "2", "3", "1", "2", "3")) << jobs;
  }
}

TEST(RunnerTest, ShardsTogetherAreTheWholeInItsOrder) {
  const LoadedSuite suite = ThreeCases();
  const auto cases = CasesOf(suite);
  const auto whole = RunCases(cases, {1, 3, 5}, Pass, {});
  for (const std::uint64_t count : {1u, 2u, 4u, 11u}) {
    std::vector<std::pair<std::string, std::uint64_t>> runs;
    for (std::uint64_t index = 0; index < count; ++index) {
      RunPlan plan{2, 3, 5};
      plan.shard = {index, count};
      for (const CaseResult& result : RunCases(cases, plan, Pass, {})) {
        runs.emplace_back(result.id, result.seed);
      }
    }
    std::vector<std::pair<std::string, std::uint64_t>> all;
    for (const CaseResult& result : whole) all.emplace_back(result.id, result.seed);
    EXPECT_EQ(runs, all) << count;
  }
}

TEST(RunnerTest, WorkersRunAtTheSameTime) {
  const LoadedSuite suite = ThreeCases();
  std::barrier meeting(3);  // passed only when three cases are running
  const auto run = [&](const SelectedCase&, std::uint64_t) {
    meeting.arrive_and_wait();
    return Verdict{};
  };
  EXPECT_EQ(RunCases(CasesOf(suite), {3, 1, 1}, run, {}).size(), 3u);
}

TEST(RunnerTest, AThrownErrorIsInconclusiveAndTheOthersGoOn) {
  const LoadedSuite suite = ThreeCases();
  const auto run = [](const SelectedCase& selected, std::uint64_t) -> Verdict {
    if (selected.test->id == "2") throw std::runtime_error("no port is free");
    return {};
  };
  const auto results = RunCases(CasesOf(suite), {1, 1, 1}, run, {});
  EXPECT_EQ(results[0].verdict.outcome, Outcome::kPass);
  EXPECT_EQ(results[1].verdict.outcome, Outcome::kInconclusive);
  EXPECT_EQ(results[1].verdict.detail, "no port is free");
  EXPECT_EQ(results[2].verdict.outcome, Outcome::kPass);
}

TEST(RunnerTest, FailFastEndsWithTheFirstCaseThatDoesNotPass) {
  const LoadedSuite suite = ThreeCases();
  const auto run = [](const SelectedCase& selected, std::uint64_t) -> Verdict {
    return {selected.test->id == "2" ? Outcome::kInconclusive : Outcome::kPass, "", {}};
  };
  for (const int jobs : {1, 2, 8}) {
    EXPECT_THAT(Ids(RunCases(CasesOf(suite), {jobs, 9, 1, true}, run, {})), ElementsAre("1", "2"));
    EXPECT_EQ(RunCases(CasesOf(suite), {jobs, 9, 1, true}, Pass, {}).size(), 27u);
  }
}

TEST(RunnerTest, RepetitionsHaveSeedsOfTheirOwnThatRepeatThem) {
  const LoadedSuite suite = ThreeCases();
  std::vector<std::uint64_t> seeds;
  const auto run = [&](const SelectedCase&, std::uint64_t seed) {
    seeds.push_back(seed);
    return Verdict{};
  };
  const auto results = RunCases(CasesOf(suite), {1, 2, 5}, run, {});
  EXPECT_EQ(results[2].seed, 5u);
  EXPECT_EQ(results[3].seed, 6u);
  EXPECT_EQ(std::set(seeds.begin(), seeds.end()).size(), 6u);

  const std::uint64_t second_of_case_one = seeds[3];
  seeds.clear();
  RunCases({CasesOf(suite)[0]}, {1, 1, results[3].seed}, run, {});
  EXPECT_THAT(seeds, ElementsAre(second_of_case_one));
}

TEST(RunnerTest, AnInterruptEndsWithTheLastCaseThatHasBegun) {
  const LoadedSuite suite = ThreeCases();
  for (const int jobs : {1, 2, 8}) {
    std::atomic<bool> interrupt{false};
    std::atomic<std::size_t> begun{0};
    const auto run = [&](const SelectedCase&, std::uint64_t) -> Verdict {
      if (++begun == 4) interrupt = true;
      return {};
    };
    const auto results =
        RunCases(CasesOf(suite), {jobs, 100, 1, false, false, &interrupt}, run, {});
    EXPECT_GE(results.size(), 4u);
    EXPECT_EQ(results.size(), begun);
  }
}

TEST(RunnerTest, ProgressCountsToTheEnd) {
  const LoadedSuite suite = ThreeCases();
  std::vector<std::size_t> counts;
  RunCases(CasesOf(suite), {2, 1, 1}, Pass,
           [&](std::size_t done, std::size_t all, const CaseResult&) {
             EXPECT_EQ(all, 3u);
             counts.push_back(done);
           });
  EXPECT_THAT(counts, ElementsAre(1, 2, 3));
}

TEST(RunnerTest, TracesOfPassingCasesAreKeptOnlyWhenAskedFor) {
  const LoadedSuite suite = ThreeCases();
  for (const bool keep : {false, true}) {
    RunPlan plan;
    plan.keep_traces = keep;
    for (const CaseResult& result : RunCases(CasesOf(suite), plan, Pass, {})) {
      EXPECT_EQ(result.verdict.trace.steps.size(), keep ? 1u : 0u);
    }
  }
}

TEST(RunnerTest, TheTraceOfAFailureSaysWhichCaseAndSeed) {
  const LoadedSuite suite = ThreeCases();
  const auto fail = [](const SelectedCase&, std::uint64_t) { return Judge({{"words", "1", "2"}}); };
  RunPlan plan;
  plan.seed = 9;
  const trace::Trace trace = RunCases(CasesOf(suite), plan, fail, {}).at(1).verdict.trace;
  EXPECT_EQ(trace.header.system, "toy");
  EXPECT_EQ(trace.header.suite, "words");
  EXPECT_EQ(trace.header.test, "2");
  EXPECT_EQ(trace.header.seed, 9u);
  EXPECT_EQ(trace.outcome, trace::Outcome::kFail);
  EXPECT_EQ(trace.detail, "words: expected 1, observed 2");
}

}  // namespace
}  // namespace adapter
