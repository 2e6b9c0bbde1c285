#include "sut/paxos/roles/leader_detector.h"

#include <gtest/gtest.h>

#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

TEST(LeaderDetectorTest, LowestIdLeadsAtFirst) {
  EXPECT_EQ(LeaderDetector({2, 0, 1}, Probe(0)).leader(), 0);
}

TEST(LeaderDetectorTest, LowestUnsuspectedIdLeads) {
  LeaderDetector detector({0, 1, 2}, Probe(0));
  EXPECT_TRUE(detector.OnSuspects({0}));
  EXPECT_EQ(detector.leader(), 1);
  EXPECT_TRUE(detector.OnSuspects({0, 1}));
  EXPECT_EQ(detector.leader(), 2);
}

TEST(LeaderDetectorTest, SuspicionOfAnotherChangesNothing) {
  LeaderDetector detector({0, 1, 2}, Probe(0));
  EXPECT_FALSE(detector.OnSuspects({1}));
  EXPECT_EQ(detector.leader(), 0);
}

TEST(LeaderDetectorTest, RestoredNodeCountsAgain) {
  LeaderDetector detector({0, 1, 2}, Probe(0));
  detector.OnSuspects({0, 1});
  EXPECT_TRUE(detector.OnSuspects({0}));
  EXPECT_EQ(detector.leader(), 1);
  EXPECT_TRUE(detector.OnSuspects({}));
  EXPECT_EQ(detector.leader(), 0);
}

TEST(LeaderDetectorTest, NobodyLeadsWhenAllAreSuspected) {
  LeaderDetector detector({0, 1}, Probe(0));
  EXPECT_TRUE(detector.OnSuspects({0, 1}));
  EXPECT_EQ(detector.leader(), std::nullopt);
}

TEST(LeaderDetectorTest, ReportsEachLeaderOnce) {
  Recorder recorder;
  LeaderDetector detector({0, 1, 2}, Probe(2, &recorder));
  detector.OnSuspects({});
  detector.OnSuspects({0});
  detector.OnSuspects({0});
  const auto events = recorder.At(Point::kLeader);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].about, 0);
  EXPECT_EQ(events[1].about, 1);
  EXPECT_EQ(events[1].replica, 2);
}

}  // namespace
}  // namespace paxos
