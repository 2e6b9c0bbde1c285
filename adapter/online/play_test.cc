#include "adapter/online/play.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/online/directors.h"
#include "adapter/online/testing/toy_lock.h"

namespace adapter::online {
namespace {

using ::testing::ElementsAre;
using Bug = ToyLock::Bug;

conformance::Event Stimulus(const std::string& name, int client) {
  return {cpn::lua::ObservationKind::kStimulus, {name, {{"client", std::to_string(client)}}, ""}};
}

/// Plays these stimuli, waiting before each until nothing is awaited.
PlayedRun PlayAll(ToySubject& subject, const std::vector<std::pair<std::string, int>>& stimuli,
                  const std::atomic<bool>* interrupt = nullptr) {
  static const ToyOracle toy(LockModel(2));
  std::vector<Seen> script;
  for (const auto& [name, client] : stimuli) script.push_back({Stimulus(name, client), true});
  Script director(script);
  return Play(subject, {"lock", "1", 7, xml::Element("Configuration")}, toy.oracle, director,
              interrupt);
}

TEST(PlayTest, ARightSystemPasses) {
  ToySubject subject;
  const PlayedRun run = PlayAll(subject, {{"Request", 1}, {"Request", 2}, {"Release", 1}});
  EXPECT_EQ(run.outcome, Outcome::kPass) << run.detail;
  EXPECT_EQ(run.stimuli, 3u);
  std::vector<std::string> names;
  for (const Seen& seen : run.seen) names.push_back(ToString(seen.event.what));
  EXPECT_THAT(names, ElementsAre("Request (client 1)", "Granted (client 1)", "Request (client 2)",
                                 "Release (client 1)", "Granted (client 2)"));
  EXPECT_THAT(subject.ended, ElementsAre(true));
  EXPECT_EQ(subject.begun.front().seed, 7u);
}

TEST(PlayTest, AResponseThatNoMarkingExplainsFails) {
  ToySubject subject(Bug::kTwoHolders);
  const PlayedRun run = PlayAll(subject, {{"Request", 2}, {"Request", 1}});
  EXPECT_EQ(run.outcome, Outcome::kFail);
  EXPECT_EQ(run.detail, "after 2 stimuli: expected nothing, observed Granted (client 1)");
  EXPECT_EQ(run.key, "unexpected Granted");
  EXPECT_NE(run.why, "");
  ASSERT_EQ(run.trace.steps.size(), 4u);
  EXPECT_TRUE(run.trace.steps[3].unexpected);
  ASSERT_EQ(run.trace.remarks.size(), 1u);
  EXPECT_EQ(run.trace.remarks[0].after, 4u);
  EXPECT_EQ(run.trace.remarks[0].text, run.why);
  EXPECT_THAT(subject.ended, ElementsAre(false));
}

TEST(PlayTest, AResponseThatMustComeAndDoesNotFails) {
  ToySubject subject(Bug::kForgets);
  const PlayedRun run = PlayAll(subject, {{"Request", 1}, {"Request", 2}, {"Release", 1}});
  EXPECT_EQ(run.outcome, Outcome::kFail);
  EXPECT_EQ(run.detail,
            "after 3 stimuli: expected Granted (client 2), observed nothing more for 2s");
  EXPECT_EQ(run.key, "missing Granted");
  ASSERT_EQ(run.trace.expected.size(), 1u);
  EXPECT_EQ(run.trace.expected[0].name, "Granted");
  EXPECT_FALSE(run.trace.expected[0].came);
}

TEST(PlayTest, ASystemThatEndsByItselfFails) {
  ToySubject subject(Bug::kDies);
  const PlayedRun run = PlayAll(subject, {{"Request", 1}, {"Release", 1}});
  EXPECT_EQ(run.outcome, Outcome::kFail);
  EXPECT_EQ(run.detail, "after 2 stimuli: process lock ended");
  EXPECT_EQ(run.key, "process lock ended");
}

TEST(PlayTest, AStimulusThatIsNotDoneIsInconclusiveWhileNothingIsAwaited) {
  ToySubject subject(Bug::kHangs);
  const PlayedRun run = PlayAll(subject, {{"Request", 1}, {"Release", 1}});
  EXPECT_EQ(run.outcome, Outcome::kInconclusive);
  EXPECT_EQ(run.detail, "stimulus 2 (Release) is not done after 2s");
}

TEST(PlayTest, ASystemThatDoesNotStartIsInconclusive) {
  ToySubject subject;
  subject.does_not_start = "no such program";
  const PlayedRun run = PlayAll(subject, {{"Request", 1}});
  EXPECT_EQ(run.outcome, Outcome::kInconclusive);
  EXPECT_EQ(run.detail, "no such program");
}

TEST(PlayTest, StimuliThatAreNotPossibleAreLeftOut) {
  ToySubject subject;
  const PlayedRun run = PlayAll(subject, {{"Release", 1}, {"Request", 1}, {"Request", 1}});
  EXPECT_EQ(run.outcome, Outcome::kPass) << run.detail;
  EXPECT_EQ(run.stimuli, 1u);
}

TEST(PlayTest, WhatASystemSaysWhenItsUsersGoInTheMiddleIsNotJudged) {
  ToySubject subject;
  subject.at_end = [](ToySession& session) { session.Answer("Lost", "1"); };
  const PlayedRun run = PlayAll(subject, {{"Request", 1}});
  EXPECT_EQ(run.outcome, Outcome::kPass) << run.detail;
}

TEST(PlayTest, WhatASystemSaysAtTheEndOfAWholeRunIsJudged) {
  ToySubject subject;
  subject.at_end = [](ToySession& session) { session.Answer("Lost", "1"); };
  const ToyOracle toy(R"(
Once = place(UNIT, { unit })
Go = transition { input = { Once(unit) } }
test "once" { observe = { [Go] = function() return stimulus("Request", { client = 1 }) end } }
)");
  const std::vector<Seen> script = {{Stimulus("Request", 1), false}};
  Script director(script);
  const PlayedRun run =
      Play(subject, {"once", "1", 1, xml::Element("Configuration")}, toy.oracle, director, nullptr);
  EXPECT_EQ(run.key, "unexpected Granted");
}

TEST(PlayTest, AnInterruptEndsARun) {
  ToySubject subject;
  const std::atomic<bool> interrupt = true;
  const PlayedRun run = PlayAll(subject, {{"Request", 1}}, &interrupt);
  EXPECT_EQ(run.outcome, Outcome::kInconclusive);
  EXPECT_EQ(run.detail, "the run was interrupted");
  EXPECT_EQ(run.stimuli, 0u);
}

}  // namespace
}  // namespace adapter::online
