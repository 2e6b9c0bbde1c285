#include "adapter/systems/quorum/network_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/quorum/quorum_call_testing.h"

namespace adapter {
namespace {

using quorum::NodeError;
using quorum::NodeErrorCode;
using testing::CallEvent;
using testing::GivenUp;
using testing::kNoQuorumPossible;
using testing::kThree;

constexpr RequestKey kKey{1, 2};

NetworkPlan PlanOf(Failure failure, NodeErrorCode code = NodeErrorCode::kRemote) {
  NetworkPlan plan;
  plan.failures[kKey] = {failure, code};
  return plan;
}

std::string Wrong(const NetworkPlan& plan, const std::optional<CallBoard::Result>& result) {
  return WrongResult(plan, kKey, 8082, result);
}

CallBoard::Result Error(NodeErrorCode code) { return NodeError{2, code, "why"}; }

TEST(NetworkPlanTest, TheSameSeedGivesTheSamePlan) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(Describe(DrawPlan(kNoQuorumPossible, kThree, seed)),
              Describe(DrawPlan(kNoQuorumPossible, kThree, seed)));
  }
}

TEST(NetworkPlanTest, WhatFailsInTheCaseIsPlannedToFail) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const NetworkPlan plan = DrawPlan(kNoQuorumPossible, kThree, seed);
    EXPECT_TRUE(plan.failures.contains({1, 0})) << seed;
    EXPECT_FALSE(plan.failures.contains({1, 1})) << seed;
    EXPECT_TRUE(plan.failures.contains({1, 2})) << seed;
  }
}

TEST(NetworkPlanTest, ACallWithADeadlineLeavesTheOtherServersToIt) {
  const auto test = GivenUp(CallEvent::kDeadline, cases::QuorumCallEnd::Cause::kDeadline);
  const NetworkPlan plan = DrawPlan(test, kThree, 1);
  EXPECT_THAT(plan.deadlines, ::testing::ElementsAre(1u));
  EXPECT_EQ(plan.failures.at({1, 0}).failure, Failure::kDeadline);
}

TEST(NetworkPlanTest, ADeadlineThatDoesNotFireIsNamed) {
  EXPECT_EQ(Wrong(PlanOf(Failure::kDeadline), std::nullopt),
            "server 8082, when the request's deadline was due: expected the error \"deadline "
            "exceeded\", observed no result");
}

TEST(NetworkPlanTest, AReplyThatDoesNotComeIsNamed) {
  EXPECT_EQ(Wrong(NetworkPlan(), std::nullopt),
            "server 8082, when it replied: expected a reply, observed no result");
}

TEST(NetworkPlanTest, AnotherErrorThanThePlannedOneIsNamed) {
  EXPECT_EQ(Wrong(PlanOf(Failure::kServerGone), Error(NodeErrorCode::kRemote)),
            "server 8082, when it ended while it had the request: expected the error "
            "\"unavailable\" or \"cancelled\", observed the error \"remote error\" (why)");
}

TEST(NetworkPlanTest, AReplyInsteadOfAnErrorIsNamed) {
  EXPECT_EQ(Wrong(PlanOf(Failure::kRefused, NodeErrorCode::kCancelled), CallBoard::Result()),
            "server 8082, when an interceptor refused the request: expected the error "
            "\"cancelled\", observed a reply");
}

TEST(NetworkPlanTest, TheResultOfThePlanIsNotWrong) {
  EXPECT_EQ(Wrong(NetworkPlan(), CallBoard::Result()), "");
  EXPECT_EQ(Wrong(PlanOf(Failure::kDeadline), Error(NodeErrorCode::kDeadlineExceeded)), "");
  EXPECT_EQ(Wrong(PlanOf(Failure::kServerGone), Error(NodeErrorCode::kCancelled)), "");
}

TEST(NetworkCallTest, AMessageThatMissesAServerIsNamed) {
  EXPECT_EQ(WrongAnnouncement({}, {8080}),
            "servers that the message before the call failed to reach: expected none, observed "
            "8080");
  EXPECT_EQ(WrongAnnouncement({8081}, {8080, 8081}),
            "servers that the message before the call failed to reach: expected 8081, observed "
            "8080, 8081");
  EXPECT_EQ(WrongAnnouncement({8081}, {8081}), "");
}

}  // namespace
}  // namespace adapter
