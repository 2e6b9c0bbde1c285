#include "adapter/systems/paxos/oracles/event_steps.h"

#include <gtest/gtest.h>

namespace oracles {
namespace {

std::vector<std::size_t> CausesOf(const std::vector<Event>& log) {
  std::vector<std::size_t> causes;
  for (const auto& step : StepsOf(log, std::vector<std::int64_t>(log.size()))) {
    causes.push_back(step.cause);
  }
  return causes;
}

TEST(EventStepsTest, StepsHaveTheTimesOfTheirEvents) {
  const auto steps = StepsOf({ClientProposed{0, "a"}, Learned{8080, "a"}}, {3, 70});
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0], (trace::Step{.kind = trace::Kind::kStimulus,
                                   .node = "client 1",
                                   .name = "proposes",
                                   .fields = {{"value", "a"}},
                                   .time = 3}));
  EXPECT_EQ(steps[1].time, 70);
}

TEST(EventStepsTest, AnAnswerFollowsFromItsMessage) {
  EXPECT_EQ(
      CausesOf({PrepareSent{1, 5}, Promised{2, 5, {}}, Refused{3, 1, 5}, AcceptSent{1, 5, "a"},
                Voted{2, 5, "a"}, Refused{3, 2, 5}, CommitSent{1, 5, "a"}, Learned{2, "a", 5}}),
      (std::vector<std::size_t>{0, 1, 1, 0, 4, 4, 0, 7}));
}

TEST(EventStepsTest, AnAnswerToOneOfTwoMessagesHasNoKnownCause) {
  EXPECT_EQ(CausesOf({CommitSent{1, 5, "a"}, CommitSent{2, 5, "a"}, Learned{3, "a", 5}}),
            (std::vector<std::size_t>{0, 0, 0}));
}

TEST(EventStepsTest, CrashesStandWhereTheReplicaWentDown) {
  const auto steps =
      StepsOf({PrepareSent{1, 5}, Promised{2, 5, {}}}, {1, 4}, {{1, 2, 3}, {2, 3, 9}});
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[1],
            (trace::Step{.kind = trace::Kind::kFault, .node = "2", .name = "crash", .time = 3}));
  EXPECT_EQ(steps[2].cause, 1u);
  EXPECT_EQ(trace::ToString(steps[3]), "3: crash");
}

TEST(EventStepsTest, ACrashAndARestartAreFaultsOfTheirNode) {
  const cases::Fault crash{.kind = cases::FaultKind::kCrash,
                           .servers = {8081},
                           .at = cases::FailurePoint::kVote,
                           .restart = cases::Restart::kAtOnce};
  EXPECT_EQ(StepOf(FaultHappened{crash}),
            (trace::Step{.kind = trace::Kind::kFault,
                         .node = "8081",
                         .name = "Crash",
                         .fields = {{"at", "vote"}, {"restart", "at_once"}}}));
  EXPECT_EQ(
      StepOf(Restarted{8081}),
      (trace::Step{.kind = trace::Kind::kFault, .node = "8081", .name = "restart", .fields = {}}));
}

TEST(EventStepsTest, AFaultOfAMessageIsOfNoNode) {
  const cases::Fault drop{.kind = cases::FaultKind::kDrop,
                          .servers = {8080, 8081},
                          .message = cases::MessageKind::kAccept};
  EXPECT_EQ(StepOf(FaultHappened{drop}),
            (trace::Step{.kind = trace::Kind::kFault,
                         .node = "",
                         .name = "Drop",
                         .fields = {{"message", "accept"}, {"from", "8080"}, {"to", "8081"}}}));
}

}  // namespace
}  // namespace oracles
