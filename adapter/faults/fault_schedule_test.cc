// The faults of any system, with numbers for a system that there is not.
#include "adapter/faults/fault_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "adapter/faults/mechanical_faults.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kAsk = 0;
constexpr int kAnswer = 1;
constexpr int kHalfway = 7;  // a point

template <typename... Faults>
FaultSchedule Schedule(Faults... faults) {
  std::vector<std::unique_ptr<PlannedFault>> list;
  (list.push_back(std::move(faults)), ...);
  return {std::move(list), 3};
}

Message Ask(Node from, Node to) { return {.from = from, .to = to, .kind = kAsk}; }
Message Answer(Node from, Node to) {
  return {.from = from, .to = to, .kind = kAnswer, .request = false};
}
Message Heartbeat(Node from, Node to, Node prober) {
  return {.from = from, .to = to, .prober = prober};
}

constexpr MessagePattern kFirstAsk{kAsk, true, 0, 1};

TEST(FaultScheduleTest, WithoutFaultsEverythingIsDelivered) {
  FaultSchedule schedule = Schedule();
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kDeliver);
  EXPECT_EQ(schedule.OnWrite(0), WriteFate::kWrite);
  EXPECT_FALSE(schedule.Began());
  EXPECT_FALSE(schedule.Pending());
}

TEST(FaultScheduleTest, ADropIsOfTheFirstSuchMessage) {
  FaultSchedule schedule = Schedule(MakeDrop(kFirstAsk));
  EXPECT_EQ(schedule.Route(Answer(0, 1)).fate, Fate::kDeliver);
  EXPECT_EQ(schedule.Route(Ask(1, 0)).fate, Fate::kDeliver);
  EXPECT_EQ(schedule.Route(Heartbeat(0, 1, 0)).fate, Fate::kDeliver);
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kLose);
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kDeliver);
  EXPECT_THAT(schedule.TakeHappened(), ElementsAre(0u));
  EXPECT_THAT(schedule.TakeHappened(), IsEmpty());
}

TEST(FaultScheduleTest, ADuplicateArrivesTwiceOnce) {
  FaultSchedule schedule = Schedule(MakeDuplicate(kFirstAsk));
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kDuplicate);
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kDeliver);
}

TEST(FaultScheduleTest, ADelayedMessageWaitsForThePoint) {
  FaultSchedule schedule = Schedule(MakeDelay(kFirstAsk, kHalfway));
  const Routing routing = schedule.Route(Ask(0, 1));
  EXPECT_EQ(routing.fate, Fate::kHold);
  EXPECT_FALSE(routing.again);
  EXPECT_TRUE(schedule.Pending());
  schedule.OnPoint(kHalfway, 2);
  EXPECT_THAT(schedule.TakeReleased(), ElementsAre(0u));
  EXPECT_THAT(schedule.TakeHappened(), ElementsAre(0u));
}

TEST(FaultScheduleTest, AMessageThatComesAfterThePointIsLateByItself) {
  FaultSchedule schedule = Schedule(MakeDelay(kFirstAsk, kHalfway), MakeDrop(kFirstAsk));
  schedule.OnPoint(kHalfway, 2);
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kDeliver);
  EXPECT_THAT(schedule.TakeHappened(), ElementsAre(0u));
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kLose);
}

TEST(FaultScheduleTest, AReorderedMessageIsOvertakenByTheNextOfItsDirection) {
  FaultSchedule schedule = Schedule(MakeReorder(kFirstAsk));
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kHold);
  schedule.OnArrived(Answer(0, 1));
  schedule.OnArrived(Ask(0, 2));
  schedule.OnArrived(Heartbeat(0, 1, 0));
  EXPECT_THAT(schedule.TakeReleased(), IsEmpty());
  schedule.OnArrived(Ask(0, 1));
  EXPECT_THAT(schedule.TakeReleased(), ElementsAre(0u));
}

TEST(FaultScheduleTest, APartitionThatStopsNothingDoesNotHappen) {
  FaultSchedule schedule = Schedule(MakePartition({2}, kHalfway));
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kDeliver);
  schedule.OnPoint(kHalfway, 0);
  EXPECT_THAT(schedule.TakeHappened(), IsEmpty());
}

TEST(FaultScheduleTest, APartitionStopsWhatPassesBetweenItsSides) {
  FaultSchedule schedule = Schedule(MakePartition({2}, kHalfway));
  EXPECT_EQ(schedule.Route(Ask(1, 2)).fate, Fate::kLose);
  EXPECT_EQ(schedule.Route(Answer(2, 0)).fate, Fate::kLose);
  schedule.OnPoint(kHalfway, 0);
  EXPECT_EQ(schedule.Route(Ask(1, 2)).fate, Fate::kDeliver);
  EXPECT_THAT(schedule.TakeHappened(), ElementsAre(0u));
}

TEST(FaultScheduleTest, NoHeartbeatOfThePeriodInWhichAPartitionHealsGetsThrough) {
  FaultSchedule schedule = Schedule(MakePartition({2}, kHalfway));
  schedule.OnPoint(kHalfway, 0);
  EXPECT_EQ(schedule.Route(Heartbeat(1, 2, 1)).fate, Fate::kLose);
  EXPECT_EQ(schedule.Route(Heartbeat(2, 1, 1)).fate, Fate::kLose);
  EXPECT_EQ(schedule.Route(Heartbeat(0, 1, 1)).fate, Fate::kDeliver);
  schedule.OnPeriodEnd(1);
  EXPECT_EQ(schedule.Route(Heartbeat(1, 2, 1)).fate, Fate::kDeliver);
  EXPECT_EQ(schedule.Route(Heartbeat(1, 2, 2)).fate, Fate::kLose);
}

TEST(FaultScheduleTest, ANodeThatStaysDownHasCrashedAtOnce) {
  FaultSchedule schedule = Schedule(MakeCrash(1, kHalfway, Comeback::kNever));
  schedule.OnPoint(kHalfway, 0);
  EXPECT_FALSE(schedule.IsDown(1));
  schedule.OnPoint(kHalfway, 1);
  EXPECT_TRUE(schedule.IsCrashed(1));
  EXPECT_EQ(schedule.Route(Ask(1, 0)).fate, Fate::kLose);
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kLose);
  EXPECT_EQ(schedule.OnWrite(1), WriteFate::kNothing);
  EXPECT_THAT(schedule.TakeHappened(), ElementsAre(0u));
  EXPECT_FALSE(schedule.Pending());
  EXPECT_THAT(schedule.DueToRestart(true), IsEmpty());
}

TEST(FaultScheduleTest, WhatIsSentToANodeThatComesBackAtOnceWaits) {
  FaultSchedule schedule = Schedule(MakeCrash(1, std::nullopt, Comeback::kAtOnce));
  const Routing routing = schedule.Route(Ask(0, 1));
  EXPECT_EQ(routing.fate, Fate::kHold);
  EXPECT_TRUE(routing.again);
  EXPECT_EQ(schedule.Route(Heartbeat(0, 1, 0)).fate, Fate::kLose);
  EXPECT_THAT(schedule.DueToRestart(false), IsEmpty());  // it was not taken down yet
  EXPECT_THAT(schedule.TakeCrashed(), ElementsAre(1));
  EXPECT_THAT(schedule.DueToRestart(false), ElementsAre(1));
  schedule.OnRestart(1);
  schedule.OnRestarted(1);
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kDeliver);
  EXPECT_THAT(schedule.TakeHappened(), ElementsAre(0u));
}

TEST(FaultScheduleTest, AReplyOfAnEarlierIncarnationIsLost) {
  FaultSchedule schedule = Schedule(MakeCrash(1, kHalfway, Comeback::kAtOnce));
  Message reply = Answer(1, 0);
  reply.incarnation = schedule.Route(Ask(0, 1)).incarnation;
  EXPECT_EQ(schedule.Route(reply).fate, Fate::kDeliver);
  schedule.OnPoint(kHalfway, 1);
  schedule.OnRestart(1);
  schedule.OnRestarted(1);
  EXPECT_EQ(schedule.Route(reply).fate, Fate::kLose);
}

TEST(FaultScheduleTest, ANodeMayComeBackWhenAllOthersAreDone) {
  FaultSchedule schedule = Schedule(MakeCrash(1, std::nullopt, Comeback::kWhenAllDone));
  EXPECT_THAT(schedule.TakeCrashed(), ElementsAre(1));
  EXPECT_EQ(schedule.Route(Ask(0, 1)).fate, Fate::kLose);
  EXPECT_THAT(schedule.DueToRestart(false), IsEmpty());
  EXPECT_THAT(schedule.DueToRestart(true), ElementsAre(1));
  EXPECT_TRUE(schedule.SomeoneComesBack());
}

TEST(FaultScheduleTest, ADiskIsSlowAlwaysAndFailsOnce) {
  FaultSchedule schedule = Schedule(MakeSlowDisk(0), MakeFailedWrite(1));
  EXPECT_EQ(schedule.OnWrite(0), WriteFate::kSlow);
  EXPECT_EQ(schedule.OnWrite(0), WriteFate::kSlow);
  EXPECT_EQ(schedule.OnWrite(1), WriteFate::kFail);
  EXPECT_EQ(schedule.OnWrite(1), WriteFate::kWrite);
  EXPECT_THAT(schedule.TakeHappened(), ElementsAre(0u, 1u));
}

TEST(FaultScheduleTest, ANodeThatHaltedByItselfHasNotCrashed) {
  FaultSchedule schedule = Schedule();
  schedule.OnHalted(2);
  EXPECT_TRUE(schedule.IsDown(2));
  EXPECT_FALSE(schedule.IsCrashed(2));
}

}  // namespace
}  // namespace adapter
