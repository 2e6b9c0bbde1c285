#include "adapter/systems/paxos/faults/fault_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace adapter {
namespace {

using cases::FailurePoint;
using cases::Fault;
using cases::FaultKind;
using cases::MessageKind;
using paxos::Event;
using paxos::Point;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

FaultPlan Plan(std::vector<Fault> faults) { return {std::move(faults), {8080, 8081, 8082}}; }

Fault Drop() {
  return {.kind = FaultKind::kDrop, .servers = {8080, 8081}, .message = MessageKind::kAccept};
}
const MessageHeader kAccept{0, 1, MessageKind::kAccept};
const MessageHeader kCommit{0, 1, MessageKind::kCommit};
const MessageHeader kPing{0, 1, std::nullopt};

Event At(Point point, paxos::ReplicaId replica, paxos::Round rnd = 0) {
  return {.point = point, .replica = replica, .rnd = rnd};
}

TEST(FaultPlanTest, WithoutFaultsEverythingIsDelivered) {
  FaultPlan plan = Plan({});
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kDeliver);
  EXPECT_EQ(plan.OnWrite(0), WriteFate::kWrite);
  EXPECT_FALSE(plan.Leads(0, false));
  EXPECT_FALSE(plan.Began());
  EXPECT_FALSE(plan.Pending());
}

TEST(FaultPlanTest, DropsTheFirstSuchMessageOnly) {
  FaultPlan plan = Plan({Drop()});
  EXPECT_EQ(plan.Route({0, 2, MessageKind::kAccept}).fate, Fate::kDeliver);
  EXPECT_EQ(plan.Route({1, 0, MessageKind::kAccept}).fate, Fate::kDeliver);
  EXPECT_EQ(plan.Route({0, 1, MessageKind::kPrepare}).fate, Fate::kDeliver);
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kLose);
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kDeliver);
  EXPECT_THAT(plan.TakeNews(), ElementsAre(Drop()));
}

TEST(FaultPlanTest, TwoDropsOfOneMessageDropTheFirstTwo) {
  FaultPlan plan = Plan({Drop(), Drop()});
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kLose);
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kLose);
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kDeliver);
}

TEST(FaultPlanTest, ADelayHappensWhenItEnds) {
  Fault delay = Drop();
  delay.kind = FaultKind::kDelay;
  delay.until = FailurePoint::kPhaseTwoQuorum;
  FaultPlan plan = Plan({delay});
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kHold);
  EXPECT_TRUE(plan.Pending());
  EXPECT_THAT(plan.TakeNews(), IsEmpty());
  EXPECT_THAT(plan.TakeReleased(), IsEmpty());
  plan.OnEvent(At(Point::kPhaseTwoQuorum, 2));
  EXPECT_THAT(plan.TakeNews(), ElementsAre(delay));
  EXPECT_THAT(plan.TakeReleased(), ElementsAre(0u));
  EXPECT_FALSE(plan.Pending());
}

TEST(FaultPlanTest, AReorderedMessageWaitsForTheNextOneInItsDirection) {
  Fault reorder = Drop();
  reorder.kind = FaultKind::kReorder;
  FaultPlan plan = Plan({reorder});
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kHold);
  plan.OnArrived({1, 0, MessageKind::kLearn});
  plan.OnArrived(kPing);
  EXPECT_THAT(plan.TakeReleased(), IsEmpty());
  plan.OnArrived(kCommit);
  EXPECT_THAT(plan.TakeReleased(), ElementsAre(0u));
}

TEST(FaultPlanTest, APartitionThatStopsNothingDoesNotHappen) {
  const Fault partition{
      .kind = FaultKind::kPartition, .servers = {8082}, .until = FailurePoint::kPhaseOneQuorum};
  FaultPlan idle = Plan({partition});
  idle.OnEvent(At(Point::kPhaseOneQuorum, 0));
  EXPECT_THAT(idle.TakeNews(), IsEmpty());
  FaultPlan plan = Plan({partition});
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kDeliver);
  EXPECT_EQ(plan.Route({2, 1, std::nullopt}).fate, Fate::kLose);
  EXPECT_EQ(plan.Route({1, 2, MessageKind::kAccept}).fate, Fate::kLose);
  plan.OnEvent(At(Point::kPhaseOneQuorum, 0));
  EXPECT_EQ(plan.Route({1, 2, MessageKind::kAccept}).fate, Fate::kDeliver);
  EXPECT_THAT(plan.TakeNews(), ElementsAre(partition));
}

TEST(FaultPlanTest, NoPingOfThePeriodInWhichAPartitionHealsGetsThrough) {
  FaultPlan plan = Plan(
      {{.kind = FaultKind::kPartition, .servers = {8082}, .until = FailurePoint::kPhaseOneQuorum}});
  plan.OnEvent(At(Point::kPhaseOneQuorum, 0));
  const auto ping = [&](paxos::ReplicaId from, paxos::ReplicaId to, paxos::ReplicaId pinger) {
    return plan.Route({from, to, std::nullopt, std::nullopt, pinger}).fate;
  };
  EXPECT_EQ(ping(1, 2, 1), Fate::kLose);
  EXPECT_EQ(ping(2, 1, 1), Fate::kLose);
  EXPECT_EQ(ping(1, 0, 1), Fate::kDeliver);
  plan.OnEvent(At(Point::kTimeout, 1));
  EXPECT_EQ(ping(1, 2, 1), Fate::kDeliver);
  EXPECT_EQ(ping(2, 1, 1), Fate::kDeliver);
  EXPECT_EQ(ping(1, 2, 2), Fate::kLose);
}

TEST(FaultPlanTest, ACrashedReplicaNeitherSendsNorWrites) {
  const Fault crash{.kind = FaultKind::kCrash, .servers = {8081}, .at = FailurePoint::kVote};
  FaultPlan plan = Plan({crash});
  plan.OnEvent(At(Point::kVoted, 0));
  EXPECT_FALSE(plan.IsDown(1));
  plan.OnEvent(At(Point::kVoted, 1));
  EXPECT_TRUE(plan.IsDown(1));
  EXPECT_EQ(plan.Route({1, 0, MessageKind::kLearn}).fate, Fate::kLose);
  EXPECT_EQ(plan.Route(kCommit).fate, Fate::kLose);
  EXPECT_EQ(plan.OnWrite(1), WriteFate::kNothing);
  EXPECT_THAT(plan.TakeCrashed(), ElementsAre(1));
  EXPECT_THAT(plan.DueToRestart(true), IsEmpty());
  EXPECT_FALSE(plan.Pending());
}

TEST(FaultPlanTest, MessagesWaitForAReplicaThatComesBackAtOnce) {
  const Fault crash{.kind = FaultKind::kCrash,
                    .servers = {8081},
                    .at = FailurePoint::kPromise,
                    .restart = cases::Restart::kAtOnce};
  FaultPlan plan = Plan({crash});
  plan.OnEvent(At(Point::kPromised, 1));
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kHold);
  EXPECT_THAT(plan.DueToRestart(false), IsEmpty());  // its old incarnation is to end first
  EXPECT_THAT(plan.TakeCrashed(), ElementsAre(1));
  EXPECT_THAT(plan.DueToRestart(false), ElementsAre(1));
  EXPECT_THAT(plan.TakeNews(), IsEmpty());
  plan.OnRestart(1);
  EXPECT_FALSE(plan.IsDown(1));
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kHold);
  plan.OnRestarted(1);
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kDeliver);
  EXPECT_THAT(plan.TakeReleased(), ElementsAre(0u));
  EXPECT_THAT(plan.TakeNews(), ElementsAre(crash));
}

TEST(FaultPlanTest, AReplyOfAnEarlierLifeIsLost) {
  const Fault crash{.kind = FaultKind::kCrash,
                    .servers = {8081},
                    .at = FailurePoint::kPromise,
                    .restart = cases::Restart::kAtOnce};
  FaultPlan plan = Plan({crash});
  MessageHeader reply{1, 0, MessageKind::kPromise,
                      plan.Route({0, 1, MessageKind::kPrepare}).incarnation};
  EXPECT_EQ(plan.Route(reply).fate, Fate::kDeliver);
  plan.OnEvent(At(Point::kPromised, 1));
  plan.OnRestart(1);
  plan.OnRestarted(1);
  EXPECT_EQ(plan.Route(reply).fate, Fate::kLose);
  reply.incarnation = plan.Route(kAccept).incarnation;
  EXPECT_EQ(plan.Route(reply).fate, Fate::kDeliver);
}

TEST(FaultPlanTest, AReplicaComesBackLateWhenTheOthersHaveLearned) {
  const Fault crash{.kind = FaultKind::kCrash,
                    .servers = {8081},
                    .at = FailurePoint::kStart,
                    .restart = cases::Restart::kDecided};
  FaultPlan plan = Plan({crash});
  EXPECT_TRUE(plan.IsDown(1));
  EXPECT_THAT(plan.TakeCrashed(), ElementsAre(1));
  EXPECT_THAT(plan.DueToRestart(false), IsEmpty());
  EXPECT_THAT(plan.DueToRestart(true), ElementsAre(1));
}

TEST(FaultPlanTest, AFalseSuspicionHappensWhenSomebodyShareIt) {
  const Fault suspicion{.kind = FaultKind::kFalseSuspicion,
                        .servers = {8080},
                        .at = FailurePoint::kPhaseOneQuorum,
                        .until = FailurePoint::kPhaseOneQuorum};
  FaultPlan plan = Plan({suspicion});
  EXPECT_FALSE(plan.IsSilent(0));
  plan.OnEvent(At(Point::kPhaseOneQuorum, 0));
  EXPECT_TRUE(plan.IsSilent(0));
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kHold);
  EXPECT_EQ(plan.Route(kPing).fate, Fate::kLose);
  plan.OnEvent({.point = Point::kSuspect, .replica = 1, .about = 0});
  plan.OnEvent(At(Point::kPhaseOneQuorum, 1, 1));
  EXPECT_FALSE(plan.IsSilent(0));
  EXPECT_THAT(plan.TakeNews(), ElementsAre(suspicion));
}

TEST(FaultPlanTest, ASecondProposerBeginsWhenTheLeaderHasItsPromises) {
  const Fault second{
      .kind = FaultKind::kSecondProposer, .servers = {8081}, .round = cases::RoundOrder::kHigher};
  FaultPlan plan = Plan({second});
  EXPECT_FALSE(plan.Leads(1, false));
  plan.OnEvent(At(Point::kPhaseOneQuorum, 0, 0));
  EXPECT_EQ(plan.SecondProposer(), 1);
  EXPECT_TRUE(plan.Leads(1, false));
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kHold);
  EXPECT_EQ(plan.Route({1, 0, MessageKind::kPrepare}).fate, Fate::kDeliver);
  plan.OnEvent(At(Point::kPrepareSent, 1, 1));
  EXPECT_FALSE(plan.Leads(1, false));
  plan.OnEvent(At(Point::kPhaseOneQuorum, 1, 1));
  EXPECT_EQ(plan.Route(kAccept).fate, Fate::kDeliver);
  EXPECT_THAT(plan.TakeNews(), ElementsAre(second));
}

TEST(FaultPlanTest, ASecondProposerInTheWrongRoundDoesNotHappen) {
  FaultPlan plan = Plan({{.kind = FaultKind::kSecondProposer,
                          .servers = {8081},
                          .round = cases::RoundOrder::kHigher}});
  plan.OnEvent(At(Point::kPhaseOneQuorum, 0, 3));
  plan.OnEvent(At(Point::kPrepareSent, 1, 1));
  plan.OnEvent(At(Point::kPhaseFailed, 1, 1));
  EXPECT_THAT(plan.TakeNews(), IsEmpty());
}

TEST(FaultPlanTest, BelowASecondProposerTheLeadersFirstPhaseFails) {
  FaultPlan plan = Plan({{.kind = FaultKind::kSecondProposer,
                          .servers = {8081},
                          .round = cases::RoundOrder::kLower}});
  EXPECT_EQ(plan.Route({0, 2, MessageKind::kPrepare}).fate, Fate::kLose);
  plan.OnEvent(At(Point::kPhaseFailed, 0, 0));
  EXPECT_EQ(plan.Route({0, 2, MessageKind::kPrepare}).fate, Fate::kDeliver);
  plan.OnEvent(At(Point::kPhaseOneQuorum, 0, 3));
  plan.OnEvent(At(Point::kPrepareSent, 1, 1));
  plan.OnEvent(At(Point::kPhaseFailed, 1, 1));
  EXPECT_EQ(plan.TakeNews().size(), 1u);
}

TEST(FaultPlanTest, ADiskIsSlowAlwaysAndFailsOnce) {
  FaultPlan plan = Plan({{.kind = FaultKind::kSlowDisk, .servers = {8080}},
                         {.kind = FaultKind::kFailedWrite, .servers = {8081}}});
  EXPECT_EQ(plan.OnWrite(0), WriteFate::kSlow);
  EXPECT_EQ(plan.OnWrite(0), WriteFate::kSlow);
  EXPECT_EQ(plan.OnWrite(1), WriteFate::kFail);
  EXPECT_EQ(plan.OnWrite(1), WriteFate::kWrite);
  EXPECT_EQ(plan.OnWrite(2), WriteFate::kWrite);
  EXPECT_EQ(plan.TakeNews().size(), 2u);
}

TEST(FaultPlanTest, AReplicaThatHaltedIsDown) {
  FaultPlan plan = Plan({});
  plan.OnEvent({.point = Point::kHalted, .replica = 2});
  EXPECT_TRUE(plan.IsDown(2));
}

}  // namespace
}  // namespace adapter
