#include "adapter/report/explore_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace adapter {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ExploreOptions Options() {
  ExploreOptions options;
  options.model = "lock.lua";
  options.system.file = "lock.system.lua";
  options.seed = 3;
  return options;
}

online::Exploration Passed() {
  online::Exploration exploration;
  exploration.passed = 2;
  exploration.stimuli = 31;
  exploration.states = 9;
  exploration.pairs = 1;
  exploration.most_markings = 5;
  exploration.seconds = 1.26;
  return exploration;
}

online::Failure Failing() {
  online::Failure failure;
  failure.number = 3;
  failure.stimuli = 12;
  failure.run.outcome = Outcome::kFail;
  failure.run.detail = "after 2 stimuli: expected nothing, observed Granted (client 1)";
  failure.run.why = "Grant (c = 1) would give it, but needs 1`() on Free";
  failure.run.stimuli = 2;
  failure.run.trace.steps = {
      {.kind = trace::Kind::kStimulus, .node = "driver", .name = "Request", .time = 1500},
      {.kind = trace::Kind::kEvent, .name = "Granted", .time = 2000, .unexpected = true},
      {.kind = trace::Kind::kNote, .node = "server", .name = "output"}};
  failure.run.trace.remarks = {{2, failure.run.why, ""}};
  failure.replays = {.tries = 5, .failed = 2};
  failure.same = 1;
  failure.milliseconds = 40;
  return failure;
}

struct Report {
  explicit Report(online::Exploration what) : exploration(std::move(what)) {
    for (const online::Failure& failure : exploration.failures) {
      CaseResult result;
      result.suite = "lock";
      result.file = "failures/lock-3-3.xml";
      result.id = "3-3";
      result.seed = 3;
      result.milliseconds = failure.milliseconds;
      result.verdict.outcome = Outcome::kFail;
      result.verdict.detail = failure.run.detail;
      saved.push_back(result);
    }
  }
  std::string Text() { return TextExploration({options, exploration, saved, patience}); }
  nlohmann::json Json() {
    return nlohmann::json::parse(JsonExploration({options, exploration, saved, patience}));
  }
  std::string JUnit() { return JUnitExploration({options, exploration, saved, patience}); }

  ExploreOptions options = Options();
  online::Exploration exploration;
  std::vector<CaseResult> saved;
  online::Patience patience;
};

online::Exploration WithFailure() {
  online::Exploration exploration = Passed();
  exploration.failed = 2;
  exploration.failures = {Failing()};
  return exploration;
}

online::Exploration AllInconclusive() {
  online::Exploration exploration;
  exploration.inconclusive = 5;
  exploration.why_inconclusive = "no such program";
  return exploration;
}

TEST(ExploreReportTest, PassedRunsAreOneLine) {
  EXPECT_EQ(Report(Passed()).Text(),
            "PASS: 2 passed of 2 runs in 1.3 s, 31 stimuli, 9 situations, 1 pair (system "
            "lock.system.lua, seed 3)\n");
}

TEST(ExploreReportTest, AFailureIsToldWithItsStoryWhyAndHowItIsRepeated) {
  EXPECT_EQ(
      Report(WithFailure()).Text(),
      "FAIL run 3: after 2 stimuli: expected nothing, observed Granted (client 1)\n"
      "     1     1.500 ms > driver: Request\n"
      "     2     2.000 ms   Granted   <- nobody expects it\n"
      "  why: Grant (c = 1) would give it, but needs 1`() on Free\n"
      "  shortened from 12 stimuli to 2; its case failed in 2 of 5 replays; 1 more run failed in "
      "the same way\n"
      "  saved: failures/lock-3-3.xml, with trace and chart beside it; rerun: adapter run "
      "failures/lock-3-3.xml --filter '^lock#3-3$' --seed 3 --system lock.system.lua --timeout "
      "14s --repeat 10 --fail-fast\n"
      "FAIL: 2 passed, 2 failed of 4 runs in 1.3 s, 31 stimuli, 9 situations, 1 pair (system "
      "lock.system.lua, seed 3)\n");
}

TEST(ExploreReportTest, ACaseThatFailsSurelyIsRunOnce) {
  online::Exploration exploration = WithFailure();
  exploration.failures.front().replays = {.tries = 3, .failed = 3};
  EXPECT_THAT(Report(exploration).Text(),
              AllOf(HasSubstr("failed in 3 of 3 replays"), Not(HasSubstr("--repeat"))));
}

TEST(ExploreReportTest, AFailureThatWasLeftAsItIsSaysHowLongItIs) {
  online::Exploration exploration = WithFailure();
  online::Failure& failure = exploration.failures.front();
  failure.run.stimuli = failure.stimuli;
  failure.replays = {};
  failure.same = 0;
  EXPECT_THAT(Report(exploration).Text(), HasSubstr("\n  12 stimuli\n  saved: "));
}

TEST(ExploreReportTest, InconclusiveAndInterruptedRunsAreSaid) {
  EXPECT_EQ(Report(AllInconclusive()).Text(),
            "inconclusive: no such program\nINCONCLUSIVE: 0 passed, 5 inconclusive of 5 runs in "
            "0.0 s, 0 stimuli, 0 situations, 0 pairs (system lock.system.lua, seed 3)\n");
  online::Exploration interrupted = Passed();
  interrupted.interrupted = true;
  EXPECT_THAT(Report(interrupted).Text(), HasSubstr("interrupted\nPASS: 2 passed of 2 runs"));
}

TEST(ExploreReportTest, JsonHasTheExplorationAndEachWayToFail) {
  const nlohmann::json json = Report(WithFailure()).Json();
  EXPECT_EQ(json["passed"], 2);
  EXPECT_EQ(json["failed"], 2);
  EXPECT_EQ(json["inconclusive"], 0);
  const nlohmann::json& failure = json["cases"].at(0);
  EXPECT_EQ(json["cases"].size(), 1u);
  EXPECT_EQ(failure["run"], 3);
  EXPECT_EQ(failure["why"], Failing().run.why);
  EXPECT_EQ(failure["stimuli"], 2);
  EXPECT_EQ(failure["stimuli_before"], 12);
  EXPECT_EQ(failure["repeated"], 5);
  EXPECT_EQ(failure["failed_again"], 2);
  EXPECT_EQ(failure["same"], 1);
  const nlohmann::json exploration = {
      {"model", "lock.lua"},    {"seconds", 1.26},     {"stimuli", 31},
      {"situations", 9},        {"pairs", 1},          {"most_markings", 5},
      {"why_inconclusive", ""}, {"interrupted", false}};
  EXPECT_EQ(json["exploration"], exploration);
}

TEST(ExploreReportTest, JUnitHasACaseForEachWayToFailAndOneForTheRest) {
  const std::string failed = Report(WithFailure()).JUnit();
  EXPECT_THAT(failed, HasSubstr("tests=\"2\" failures=\"1\""));
  EXPECT_THAT(failed, HasSubstr("observed Granted (client 1)"));
  EXPECT_THAT(failed, HasSubstr("2 runs passed"));
  const std::string inconclusive = Report(AllInconclusive()).JUnit();
  EXPECT_THAT(inconclusive, HasSubstr("no such program"));
  EXPECT_THAT(inconclusive, Not(HasSubstr("passed")));
}

}  // namespace
}  // namespace adapter
