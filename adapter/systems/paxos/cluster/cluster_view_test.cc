#include "adapter/systems/paxos/cluster/cluster_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace adapter {
namespace {

using paxos::Event;
using paxos::Point;
using ::testing::ElementsAre;

Event Leader(paxos::ReplicaId replica, paxos::ReplicaId leader) {
  return {.point = Point::kLeader, .replica = replica, .about = leader};
}
Event Suspect(paxos::ReplicaId replica, paxos::ReplicaId suspect) {
  return {.point = Point::kSuspect, .replica = replica, .about = suspect};
}
Event PingsDone(paxos::ReplicaId replica, std::int64_t period) {
  return {.point = Point::kPingsDone, .replica = replica, .period = period};
}
Event Failed(paxos::ReplicaId replica) { return {.point = Point::kFailed, .replica = replica}; }
Event Learned(paxos::ReplicaId replica) {
  return {.point = Point::kLearned, .replica = replica, .rnd = 0, .value = "a"};
}

ClusterView ThreeReplicas(int clients = 1) {
  ClusterView view({8080, 8081, 8082}, clients);
  for (const paxos::ReplicaId replica : {0, 1, 2}) view.OnEvent(Leader(replica, 0));
  return view;
}

TEST(ClusterViewTest, LogsWhatTheOraclesNeedUnderTheSuitesNames) {
  ClusterView view({8080, 8081}, 1);
  view.OnProposed(0, "a");
  view.OnEvent(Leader(1, 0));
  view.OnEvent({.point = Point::kPrepareSent, .replica = 0, .rnd = 3});
  view.OnEvent({.point = Point::kPromised, .replica = 1, .rnd = 3});
  view.OnEvent({.point = Point::kPromised, .replica = 1, .rnd = 3, .vrnd = 2, .vval = "b"});
  view.OnEvent({.point = Point::kPrepareRefused, .replica = 1, .rnd = 1, .promised = 3});
  view.OnEvent({.point = Point::kAcceptSent, .replica = 0, .rnd = 3, .value = "a"});
  view.OnEvent({.point = Point::kVoted, .replica = 1, .rnd = 3, .value = "a"});
  view.OnEvent({.point = Point::kAcceptRefused, .replica = 1, .rnd = 1, .promised = 3});
  view.OnEvent({.point = Point::kCommitSent, .replica = 0, .rnd = 3, .value = "a"});
  view.OnEvent({.point = Point::kLearned, .replica = 1, .rnd = 3, .value = "a"});
  view.OnEvent(Suspect(1, 0));
  view.OnEvent({.point = Point::kRestore, .replica = 1, .about = 0});
  view.OnAnswered(0, "a");
  EXPECT_THAT(view.log(),
              ElementsAre(oracles::Event(oracles::ClientProposed{0, "a"}),
                          oracles::Event(oracles::LeaderElected{8081, 8080}),
                          oracles::Event(oracles::PrepareSent{8080, 8083}),
                          oracles::Event(oracles::Promised{8081, 8083, std::nullopt}),
                          oracles::Event(oracles::Promised{8081, 8083, oracles::Vote{8082, "b"}}),
                          oracles::Event(oracles::Refused{8081, 1, 8081, 8083}),
                          oracles::Event(oracles::AcceptSent{8080, 8083, "a"}),
                          oracles::Event(oracles::Voted{8081, 8083, "a"}),
                          oracles::Event(oracles::Refused{8081, 2, 8081, 8083}),
                          oracles::Event(oracles::CommitSent{8080, 8083, "a"}),
                          oracles::Event(oracles::Learned{8081, "a", 8083}),
                          oracles::Event(oracles::Suspected{8081, 8080}),
                          oracles::Event(oracles::Restored{8081, 8080}),
                          oracles::Event(oracles::ClientAnswered{0, "a"})));
}

TEST(ClusterViewTest, LogsWhatAReplicaBeginsWithAndWhatRefusalsSay) {
  ClusterView view({8080, 8081}, 1);
  view.OnEvent({.point = Point::kLoaded,
                .replica = 1,
                .rnd = 1,
                .promised = 3,
                .vrnd = 2,
                .vval = "b",
                .value = "a"});
  view.OnEvent({.point = Point::kPhaseFailed, .replica = 1, .rnd = 1, .promised = 2});
  EXPECT_THAT(
      view.log(),
      ElementsAre(oracles::Event(oracles::Loaded{8081, 8081, 8083, oracles::Vote{8082, "b"}, "a"}),
                  oracles::Event(oracles::PhaseFailed{8081, 8081, 8082})));
}

std::vector<oracles::Mismatch> WrongReportsAfter(const std::vector<Event>& events) {
  ClusterView view = ThreeReplicas();
  view.OnProposed(0, "a");
  for (const Event& event : events) view.OnEvent(event);
  return view.wrong_reports();
}

TEST(ClusterViewTest, AClientGetsWhatTheReplicaLearned) {
  const Event answer{.point = Point::kClientReply, .replica = 1, .value = "b"};
  const Event learned{.point = Point::kLearned, .replica = 1, .rnd = 0, .value = "b"};
  EXPECT_THAT(WrongReportsAfter({learned, answer}), ElementsAre());
  EXPECT_THAT(WrongReportsAfter({Learned(1), answer, answer}),
              ElementsAre(oracles::Mismatch{"answer of 8081 to a client", "\"a\", as it learned",
                                            "\"b\""}));
}

TEST(ClusterViewTest, ARequestIsOneOfAClient) {
  const auto request = [](const char* value) {
    return Event{.point = Point::kClientRequest, .replica = 1, .value = value};
  };
  EXPECT_THAT(WrongReportsAfter({request("a")}), ElementsAre());
  EXPECT_THAT(
      WrongReportsAfter({request("b")}),
      ElementsAre(oracles::Mismatch{"request of a client at 8081", "a proposed value", "\"b\""}));
}

TEST(ClusterViewTest, NobodyIsSuspectedWhoLives) {
  EXPECT_THAT(WrongReportsAfter({Failed(2), Suspect(1, 2)}), ElementsAre());
  EXPECT_THAT(WrongReportsAfter({Suspect(1, 2)}),
              ElementsAre(oracles::Mismatch{"suspicions of 8081", "replicas that failed",
                                            "8082, which lives"}));
}

TEST(ClusterViewTest, CountsWhoHasLearnedWhenPhaseThreeHasItsQuorum) {
  ClusterView view = ThreeReplicas();
  view.OnEvent(Learned(0));
  view.OnEvent(Learned(1));
  EXPECT_EQ(view.learners_of_quorum(), std::nullopt);
  view.OnEvent({.point = Point::kPhaseThreeQuorum, .replica = 0, .rnd = 0, .value = "a"});
  view.OnEvent(Learned(2));
  view.OnEvent({.point = Point::kPhaseThreeQuorum, .replica = 0, .rnd = 0, .value = "a"});
  EXPECT_EQ(view.learners_of_quorum(), 2);
}

TEST(ClusterViewTest, NamesTheRoundsOnADiskAsTheSuiteDoes) {
  ClusterView view({8080, 8081}, 1);
  view.OnSaved(1, {.promised = 3, .vote = oracles::Vote{2, "b"}});
  EXPECT_THAT(view.log(),
              ElementsAre(oracles::Event(oracles::Saved{8081, 8083, oracles::Vote{8082, "b"}})));
}

TEST(ClusterViewTest, KeepsTheNumbersOfRoundsWhenIdsDoNotRiseByOne) {
  ClusterView view({7, 5, 9}, 1);
  view.OnEvent({.point = Point::kPrepareSent, .replica = 1, .rnd = 4});
  view.OnSaved(2, {.promised = 4, .vote = oracles::Vote{3, "b"}});
  EXPECT_THAT(view.log(), ElementsAre(oracles::Event(oracles::PrepareSent{5, 4}),
                                      oracles::Event(oracles::Saved{9, 4, oracles::Vote{3, "b"}})));
}

TEST(ClusterViewTest, CallsTheFirstClientClientOne) {
  ClusterView view = ThreeReplicas(2);
  view.OnClientFailed(0, "no connection");
  EXPECT_THAT(view.client_errors(), ElementsAre("client 1: no connection"));
}

/// Client 1 asks 8080 and 8081, one of which must answer; client 2 asks 8081 and 8082, both must.
ClusterView DividedClients() {
  ClusterView view({8080, 8081, 8082}, 2, {}, {{{0, 1}, 1}, {{1, 2}, 2}});
  for (const paxos::ReplicaId replica : {0, 1, 2}) {
    view.OnEvent(Leader(replica, 0));
    view.OnEvent(PingsDone(replica, 1));
  }
  for (const char* const value : {"a", "b"}) view.OnProposed(value[0] - 'a', value);
  return view;
}
Event Request(paxos::ReplicaId replica, const char* value) {
  return {.point = Point::kClientRequest, .replica = replica, .value = value};
}
Event Reply(paxos::ReplicaId replica) {
  return {.point = Point::kClientReply, .replica = replica, .value = "a"};
}

TEST(ClusterViewTest, IsAtRestWhenAllRequestsCameAndNobodyCanAnswer) {
  ClusterView view = DividedClients();
  view.OnEvent(Request(0, "a"));
  view.OnEvent(Request(1, "a"));
  view.OnEvent(Request(1, "b"));
  EXPECT_FALSE(view.AtRest()) << "a request has not come to 8082";
  view.OnEvent(Request(2, "b"));
  EXPECT_TRUE(view.AtRest());
  view.OnEvent({.point = Point::kPrepareSent, .replica = 0, .rnd = 0});
  EXPECT_FALSE(view.AtRest());
}

TEST(ClusterViewTest, IsNotAtRestWhileAClientCanStillBeAnswered) {
  ClusterView view = DividedClients();
  for (const auto& [replica, value] : {std::pair{0, "a"}, {1, "a"}, {1, "b"}, {2, "b"}}) {
    view.OnEvent(Request(replica, value));
  }
  view.OnEvent(Learned(0));
  EXPECT_FALSE(view.AtRest()) << "8080 has not answered";
  view.OnEvent(Reply(0));
  EXPECT_FALSE(view.AtRest()) << "the answer has not come to client 1";
  view.OnAnswered(0, "a");
  EXPECT_TRUE(view.AtRest());
  EXPECT_THAT(view.wrong_reports(), ElementsAre());
}

TEST(ClusterViewTest, AllClientsOfAllReplicasAreNeverSaidToRest) {
  ClusterView view = ThreeReplicas();
  for (const paxos::ReplicaId replica : {0, 1, 2}) {
    view.OnEvent(PingsDone(replica, 1));
    view.OnProposed(0, "a");
    view.OnEvent(Request(replica, "a"));
  }
  EXPECT_FALSE(view.AtRest());
}

TEST(ClusterViewTest, AnAnswerOfFewerReplicasThanTheClientNeedsIsWrong) {
  ClusterView view = DividedClients();
  view.OnEvent(Learned(0));
  view.OnEvent(Learned(1));
  view.OnAnswered(0, "a");
  EXPECT_THAT(view.wrong_reports(), ElementsAre());
  view.OnAnswered(1, "a");
  EXPECT_THAT(
      view.wrong_reports(),
      ElementsAre(oracles::Mismatch{"replicas of client 2 that had learned when it had its quorum",
                                    "2 at least", "1"}));
}

TEST(ClusterViewTest, WhoComesBackWithTheDecidedValueHasLearned) {
  ClusterView view({8080, 8081, 8082}, 1, {}, {{{0}, 1}});
  view.OnProposed(0, "a");
  view.OnRestart(0);
  view.OnEvent({.point = Point::kLoaded, .replica = 0, .value = "a"});
  view.OnAnswered(0, "a");
  EXPECT_THAT(view.wrong_reports(), ElementsAre());
}

TEST(ClusterViewTest, AClientMayGiveUpWhenTooFewOfItsReplicasAreUp) {
  const cases::Fault crash{
      .kind = cases::FaultKind::kCrash, .servers = {8082}, .at = cases::FailurePoint::kStart};
  ClusterView view({8080, 8081, 8082}, 2, {crash}, {{{1, 2}, 2}, {{0, 1, 2}, 2}});
  view.OnClientFailed(0, "no quorum");
  EXPECT_THAT(view.client_errors(), ElementsAre());
  view.OnClientFailed(1, "too early");
  EXPECT_THAT(view.client_errors(), ElementsAre("client 2: too early"));
}

TEST(ClusterViewTest, AFailureHappensWhenTheReplicaReportsIt) {
  ClusterView view = ThreeReplicas();
  view.OnFailureInjected(0, 2);
  EXPECT_TRUE(view.failures().empty());
  EXPECT_TRUE(view.FailuresNoticed());
  view.OnEvent(Failed(0));
  EXPECT_THAT(view.failures(), ElementsAre(cases::LeaderFailure{2, 8080}));
  EXPECT_EQ(view.log().back(), oracles::Event(oracles::LeaderFailed{8080, 2}));
  EXPECT_FALSE(view.FailuresNoticed());
}

TEST(ClusterViewTest, AFailureIsNoticedWhenAllLiveReplicasSuspectItAndTrustALiveOne) {
  ClusterView view = ThreeReplicas();
  view.OnEvent(Failed(0));
  for (const paxos::ReplicaId replica : {1, 2}) view.OnEvent(Suspect(replica, 0));
  EXPECT_FALSE(view.FailuresNoticed());
  view.OnEvent(Leader(1, 1));
  EXPECT_FALSE(view.FailuresNoticed());
  view.OnEvent(Leader(2, 1));
  EXPECT_TRUE(view.FailuresNoticed());
}

TEST(ClusterViewTest, ACallOfTheLifeBeforeThatEndsLateEndsNoneOfTheNextLife) {
  ClusterView view = ThreeReplicas();
  const int before = view.OnCallBegun(0);
  view.OnRestart(0);
  EXPECT_FALSE(view.HasCalls());
  const int after = view.OnCallBegun(0);
  view.OnCallOver(0, before);
  EXPECT_TRUE(view.HasCalls());
  view.OnCallOver(0, after);
  EXPECT_FALSE(view.HasCalls());
}

TEST(ClusterViewTest, InTheMiddleOfATimeOutAReplicaMayElectYet) {
  ClusterView view = ThreeReplicas();
  view.OnEvent({.point = Point::kTimeout, .replica = 1, .period = 1});
  EXPECT_FALSE(view.FailuresNoticed());
  view.OnPeriodBegan(1, std::chrono::milliseconds(100));
  EXPECT_TRUE(view.FailuresNoticed());
}

TEST(ClusterViewTest, PingsOfFailedReplicasAreNotWaitedFor) {
  ClusterView view = ThreeReplicas();
  view.OnEvent(PingsDone(1, 1));
  view.OnEvent(Failed(0));
  EXPECT_FALSE(view.AllPingsDone());
  EXPECT_EQ(view.MissingPings(), "8082's pings of period 1");
  view.OnEvent(PingsDone(2, 1));
  EXPECT_TRUE(view.AllPingsDone());
}

TEST(ClusterViewTest, ANewPeriodHasPingsOfItsOwn) {
  ClusterView view = ThreeReplicas();
  for (const paxos::ReplicaId replica : {0, 1, 2}) view.OnEvent(PingsDone(replica, 1));
  view.OnEvent({.point = Point::kTimeout, .replica = 1, .period = 1});
  EXPECT_EQ(view.PeriodOf(1), 2);
  EXPECT_EQ(view.MissingPings(), "8081's pings of period 2");
}

TEST(ClusterViewTest, AReplicaIsBusyFromTheFirstMessageOfARoundToItsEnd) {
  ClusterView view = ThreeReplicas();
  EXPECT_FALSE(view.SomeoneIsBusy());
  view.OnEvent({.point = Point::kPrepareSent, .replica = 0, .rnd = 0});
  EXPECT_TRUE(view.SomeoneIsBusy());
  view.OnEvent({.point = Point::kPhaseFailed, .replica = 0, .rnd = 0});
  EXPECT_FALSE(view.SomeoneIsBusy());
  EXPECT_EQ(view.failed_phases(), 1);
}

TEST(ClusterViewTest, WhatACrashedReplicaSaysDoesNotCount) {
  const cases::Fault crash{.kind = cases::FaultKind::kCrash,
                           .servers = {8081},
                           .at = cases::FailurePoint::kPromise,
                           .restart = cases::Restart::kAtOnce};
  ClusterView view({8080, 8081, 8082}, 1, {crash});
  view.OnEvent({.point = Point::kPromised, .replica = 1, .rnd = 0});
  EXPECT_TRUE(view.plan().IsDown(1));
  view.OnEvent(Learned(1));
  view.OnEvent(Learned(0));
  view.OnEvent(Learned(2));
  EXPECT_TRUE(view.AllLearned());  // of those that are not down
  EXPECT_THAT(view.happened(), ElementsAre());
  view.OnRestart(1);
  EXPECT_FALSE(view.AllLearned());
  EXPECT_THAT(view.happened(), ElementsAre());
  view.OnRestarted(1);
  EXPECT_THAT(view.happened(), ElementsAre(crash));
  EXPECT_THAT(view.log(), ElementsAre(oracles::Event(oracles::Promised{8081, 8080, std::nullopt}),
                                      oracles::Event(oracles::Learned{8080, "a", 8080}),
                                      oracles::Event(oracles::Learned{8082, "a", 8080}),
                                      oracles::Event(oracles::Restarted{8081}),
                                      oracles::Event(oracles::FaultHappened{crash})));
}

TEST(ClusterViewTest, AReplicaThatLivesIsNoticedToBeRestored) {
  ClusterView view = ThreeReplicas();
  view.OnEvent(Suspect(1, 0));
  EXPECT_FALSE(view.FailuresNoticed());
  view.OnEvent({.point = Point::kRestore, .replica = 1, .about = 0});
  EXPECT_TRUE(view.FailuresNoticed());
}

TEST(ClusterViewTest, IsCommittedWhenAllHaveLearnedAndTheLeaderKnows) {
  ClusterView view = ThreeReplicas();
  for (const paxos::ReplicaId replica : {0, 1, 2}) view.OnEvent(Learned(replica));
  EXPECT_FALSE(view.AllCommitted());
  view.OnEvent({.point = Point::kPhaseThreeQuorum, .replica = 0, .rnd = 0, .value = "a"});
  EXPECT_TRUE(view.AllCommitted());
}

TEST(ClusterViewTest, AllAreServedWhenEachReplicaHasAnsweredWhoAskedIt) {
  ClusterView view = ThreeReplicas(2);
  EXPECT_TRUE(view.AllServed());
  for (const char* value : {"a", "b"}) {
    view.OnEvent({.point = Point::kClientRequest, .replica = 1, .value = value});
  }
  view.OnEvent({.point = Point::kClientReply, .replica = 0, .value = "a"});
  view.OnEvent({.point = Point::kClientReply, .replica = 1, .value = "a"});
  EXPECT_FALSE(view.AllServed());
  view.OnEvent({.point = Point::kClientReply, .replica = 1, .value = "a"});
  EXPECT_TRUE(view.AllServed());
}

TEST(ClusterViewTest, SaysWhatIsMissingInTheOrderOfTheProtocol) {
  ClusterView view = ThreeReplicas(2);
  view.OnAnswered(1, "a");
  EXPECT_EQ(view.Missing(), "the answer to client 1 (last event: client 2 is answered \"a\")");
  view.OnAnswered(0, "a");
  view.OnEvent(Learned(0));
  EXPECT_EQ(view.Missing(),
            "8081 to learn, 8082 to learn (last event: 8080 learns \"a\" of round 8080)");
  view.OnEvent(Learned(1));
  view.OnEvent(Learned(2));
  EXPECT_EQ(view.Missing(),
            "the quorum of phase three (last event: 8082 learns \"a\" of round 8080)");
}

oracles::Event Elected(cases::ServerId replica, cases::ServerId leader) {
  return oracles::LeaderElected{replica, leader};
}

TEST(LeaderOrderTest, IsWhatAllReplicasSaw) {
  const LeaderOrder order = OrderOfLeaders(
      {Elected(1, 1), Elected(2, 1), Elected(2, 2), Elected(3, 1), Elected(3, 2)}, {{1, 1}});
  EXPECT_THAT(order.leaders, ElementsAre(1, 2));
  EXPECT_EQ(order.disagreement, "");
}

TEST(LeaderOrderTest, ALiveReplicaMustHaveSeenAllOfIt) {
  const LeaderOrder order = OrderOfLeaders({Elected(1, 1), Elected(2, 1), Elected(2, 2)}, {});
  EXPECT_EQ(order.disagreement, "1 saw 1");
}

TEST(LeaderOrderTest, AFailedReplicaMustHaveSeenTheBeginningOfIt) {
  const LeaderOrder order = OrderOfLeaders(
      {Elected(1, 3), Elected(2, 1), Elected(2, 2), Elected(3, 1), Elected(3, 2)}, {{1, 1}});
  EXPECT_EQ(order.disagreement, "1 saw 3");
}

TEST(LeaderOrderTest, AfterFaultsAReplicaMaySeeAPartOfIt) {
  const cases::Fault suspicion{.kind = cases::FaultKind::kFalseSuspicion, .servers = {1}};
  const std::vector<oracles::Event> log = {Elected(1, 1), Elected(2, 1), Elected(2, 2),
                                           Elected(2, 1)};
  EXPECT_EQ(OrderOfLeaders(log, {}).disagreement, "1 saw 1");
  const LeaderOrder order = OrderOfLeaders(log, {}, {suspicion});
  EXPECT_THAT(order.leaders, ElementsAre(1, 2, 1));
  EXPECT_EQ(order.disagreement, "");
}

TEST(LeaderOrderTest, AReplicaThatCrashedHasNoSay) {
  const cases::Fault crash{.kind = cases::FaultKind::kCrash, .servers = {1}};
  const LeaderOrder order = OrderOfLeaders(
      {Elected(1, 3), Elected(1, 1), Elected(1, 2), Elected(2, 1), Elected(2, 2)}, {}, {crash});
  EXPECT_THAT(order.leaders, ElementsAre(1, 2));
  EXPECT_EQ(order.disagreement, "");
}

TEST(LeaderOrderTest, ReplicasMustNotDisagree) {
  const LeaderOrder order =
      OrderOfLeaders({Elected(1, 1), Elected(1, 2), Elected(2, 1), Elected(2, 3)}, {});
  EXPECT_EQ(order.disagreement, "2 saw 1, 3");
}

}  // namespace
}  // namespace adapter
