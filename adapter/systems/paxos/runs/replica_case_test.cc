// Cases of kind replicatest against the replica: what is right passes, and what a step expects
// otherwise is a failure that says where.
#include "adapter/systems/paxos/runs/replica_case.h"

#include <gtest/gtest.h>

#include "adapter/systems/paxos/runs/answering_network.h"

namespace adapter {
namespace {

using cases::CallReply;
using cases::ExpectedCall;
using cases::ExpectedDetectors;
using cases::ReplicaStep;
using Kind = CallReply::Kind;
using Phase = ExpectedCall::Phase;

const cases::Configuration kThree = {3, 2, {7, 8, 9}, 0, 0};

ReplicaStep Start(cases::ServerId server) { return {.event = cases::ReplicaStart{server}}; }
ReplicaStep Period(std::vector<cases::PingAnswer> answers, ExpectedDetectors detectors) {
  return {.event = cases::ReplicaPeriod{std::move(answers)}, .detectors = std::move(detectors)};
}
ReplicaStep Replies(std::vector<CallReply> replies, std::optional<ExpectedCall> call) {
  return {.event = cases::ReplicaReplies{std::move(replies)}, .call = std::move(call)};
}

// The second replica, which leads as long as the first one is suspected.
cases::ReplicaCase LeadershipThatComesBack() {
  return {{Start(8), Period({}, {{}, {}, 0, 7}), Period({{9, 2}}, {{7}, {}, 0, 8}),
           Period({{7, 3}, {9, 3}}, {{}, {7}, 1, 7}), Period({{9, 4}}, {{7}, {}, 1, 8}),
           Period({{7, 4}, {7, 5}}, {{9}, {7}, 2, 7})}};
}

TEST(ReplicaCaseTest, LeadershipComesBackAndTheDelayGrowsAgain) {
  EXPECT_EQ(RunCase(LeadershipThatComesBack(), kThree).detail, "");
}

TEST(ReplicaCaseTest, DetectorsAreComparedInEachPeriod) {
  cases::ReplicaCase test = LeadershipThatComesBack();
  test.steps[3].detectors = ExpectedDetectors{{9}, {}, 0, 8};
  EXPECT_EQ(RunCase(test, kThree).detail,
            "step 4: suspected: expected 9, observed none; step 4: restored: expected none, "
            "observed 7; step 4: growths of the delay: expected 0, observed 1; step 4: leader: "
            "expected 8, observed 7");
}

// The first replica, whose first round is refused because of round 11.
cases::ReplicaCase RefusalOfAHighRound() {
  ReplicaStep request{.event = cases::ReplicaRequest{"M1"},
                      .call = ExpectedCall{Phase::kPrepare, 0}};
  ReplicaStep next = Period({{8, 1}, {9, 1}}, {{}, {}, 0, 7});
  next.call = ExpectedCall{Phase::kPrepare, 12};
  return {{Start(7), request,
           Replies({{Kind::kRefuse, 7, 1}, {Kind::kRefuse, 8, 11}, {Kind::kFail, 9}}, {}), next,
           Replies({{Kind::kAgree, 9, 0, cases::Commit{4, "M2"}}, {Kind::kAgree, 7}},
                   ExpectedCall{Phase::kAccept, 12, "M2"})}};
}

TEST(ReplicaCaseTest, TheNextRoundIsAboveAllRefusals) {
  EXPECT_EQ(RunCase(RefusalOfAHighRound(), kThree).detail, "");
}

TEST(ReplicaCaseTest, CallsAreComparedInEachStep) {
  cases::ReplicaCase test = RefusalOfAHighRound();
  test.steps[3].call->rnd = 3;
  test.steps[4].call.reset();
  EXPECT_EQ(RunCase(test, kThree).detail,
            "step 4: call: expected prepare of round 3, observed prepare of round 12; step 5: "
            "call: expected none, observed accept of \"M2\" in round 12");
}

TEST(ReplicaCaseTest, ClientsAreAnsweredOnceTheReplicaLearns) {
  const ReplicaStep request{.event = cases::ReplicaRequest{"M1"}};
  const ReplicaStep decision{.event = cases::ReplicaDecision{{3, "D"}}, .answers = {"D"}};
  EXPECT_EQ(RunCase({{Start(9), request, decision}}, kThree).detail, "");
  ReplicaStep wrong = decision;
  wrong.answers = {"M1", "D"};
  EXPECT_EQ(RunCase({{Start(9), request, wrong}}, kThree).detail,
            "step 3: answers to clients: expected \"M1\", \"D\", observed \"D\"");
}

TEST(ReplicaCaseTest, ALeaderThatKnowsTheDecisionCommitsItAfterItsStart) {
  const ExpectedCall commit{Phase::kCommit, 3, "D"};
  ReplicaStep decision{.event = cases::ReplicaDecision{{3, "D"}}, .call = commit};
  ReplicaStep start = Start(7);
  start.call = commit;
  EXPECT_EQ(RunCase({{Start(7), decision, start}}, kThree).detail, "");
}

TEST(ReplicaCaseTest, WhatNothingWaitsForIsAFailure) {
  EXPECT_EQ(RunCase({{Start(7), Replies({{Kind::kAgree, 7}}, {})}}, kThree).detail,
            "step 2: misuse: expected none, observed \"no call is under way\"");
  EXPECT_EQ(RunCase({{Start(7), Period({{8, 2}}, {{}, {}, 0, 7})}}, kThree).detail,
            "step 2: misuse: expected none, observed \"no ping of period 2 waits for an answer\"");
}

// What a sound replica never does, from the network's side.
TEST(AnsweringNetworkTest, SaysWhatNoReplicaMayDo) {
  paxos::ReplicaConfig config;
  config.replicas = 3;
  paxos::MemoryStorage storage;
  AnsweringNetwork network;
  network.Reset(config, storage);
  network.BeginPeriod();
  paxos::PrepareRequest prepare;
  network.Prepare(0, prepare, config.timeout, nullptr);
  network.Prepare(0, prepare, paxos::Duration(1), nullptr);
  paxos::PingRequest ping;
  network.Ping(1, ping, paxos::Duration(1), nullptr);
  ping.set_from(2);
  network.Ping(1, ping, config.timeout, nullptr);
  network.Ping(0, ping, config.timeout, nullptr);
  EXPECT_EQ(network.TakeCalls().size(), 1u);
  const std::vector<std::string> expected{
      "a round begins that is not saved",    "a round begins that is not saved",
      "a call went to a replica twice",      "a call has another deadline",
      "a ping has another deadline",         "a ping too many",
      "a ping has another sender",           "a ping too many",
      "a ping has another sender",           "a call went to 2 of 3 replicas",
      "3 of 2 peers were pinged in a period"};
  EXPECT_EQ(network.TakeMisuses(), expected);
}

}  // namespace
}  // namespace adapter
