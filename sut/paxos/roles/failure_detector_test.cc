#include "sut/paxos/roles/failure_detector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

class FailureDetectorTest : public testing::Test {
 protected:
  void Answer(std::initializer_list<ReplicaId> nodes) {
    for (const ReplicaId node : nodes) detector_.OnPingAnswered(detector_.period(), node);
  }

  Recorder recorder_;
  FailureDetector detector_{{0, 1, 2}, milliseconds(100), milliseconds(30), Probe(7, &recorder_)};
};

TEST_F(FailureDetectorTest, AllCountAsAliveInTheFirstPeriod) {
  const auto findings = detector_.OnTimeout();
  EXPECT_THAT(findings.suspected, IsEmpty());
  EXPECT_THAT(detector_.suspected(), IsEmpty());
}

TEST_F(FailureDetectorTest, SuspectsWhoAnsweredNoPing) {
  detector_.OnTimeout();
  Answer({0, 2});
  EXPECT_THAT(detector_.OnTimeout().suspected, ElementsAre(1));
  EXPECT_TRUE(detector_.Suspects(1));
  EXPECT_FALSE(detector_.Suspects(0));
}

TEST_F(FailureDetectorTest, FailedPingIsNoSignOfLife) {
  detector_.OnTimeout();
  Answer({0, 2});
  detector_.OnPingFailed(detector_.period(), 1);
  EXPECT_THAT(detector_.OnTimeout().suspected, ElementsAre(1));
}

TEST_F(FailureDetectorTest, SuspectedNodeIsReportedOnce) {
  detector_.OnTimeout();
  EXPECT_THAT(detector_.OnTimeout().suspected, ElementsAre(0, 1, 2));
  EXPECT_THAT(detector_.OnTimeout().suspected, IsEmpty());
  EXPECT_THAT(detector_.suspected(), ElementsAre(0, 1, 2));
}

TEST_F(FailureDetectorTest, RestoresWhoAnswersAgainAndWaitsLonger) {
  detector_.OnTimeout();
  Answer({0, 2});
  detector_.OnTimeout();
  EXPECT_EQ(detector_.delay(), milliseconds(100));
  Answer({0, 1, 2});
  const auto findings = detector_.OnTimeout();
  EXPECT_THAT(findings.restored, ElementsAre(1));
  EXPECT_THAT(findings.suspected, IsEmpty());
  EXPECT_THAT(detector_.suspected(), IsEmpty());
  EXPECT_EQ(detector_.delay(), milliseconds(130));
}

TEST_F(FailureDetectorTest, DelayGrowsOncePerTimeOutAndNeverShrinks) {
  detector_.OnTimeout();
  detector_.OnTimeout();  // suspects all three
  Answer({0, 1, 2});
  EXPECT_THAT(detector_.OnTimeout().restored, ElementsAre(0, 1, 2));
  EXPECT_EQ(detector_.delay(), milliseconds(130));
  Answer({0, 1, 2});
  detector_.OnTimeout();
  EXPECT_EQ(detector_.delay(), milliseconds(130));
}

TEST_F(FailureDetectorTest, LateAnswerIsNoSignOfLifeButTheDelayIsTooShort) {
  detector_.OnTimeout();
  Answer({0, 2});
  EXPECT_THAT(detector_.OnTimeout().suspected, ElementsAre(1));
  detector_.OnPingAnswered(2, 1);  // the ping of the period before
  Answer({0, 2});
  EXPECT_THAT(detector_.OnTimeout().restored, IsEmpty());
  EXPECT_TRUE(detector_.Suspects(1));
  EXPECT_EQ(detector_.delay(), milliseconds(130));
  Answer({0, 1, 2});
  EXPECT_THAT(detector_.OnTimeout().restored, ElementsAre(1));
  EXPECT_EQ(detector_.delay(), milliseconds(160));
}

TEST_F(FailureDetectorTest, OneLateAnswerMakesTheDelayGrowOnce) {
  detector_.OnTimeout();
  detector_.OnPingAnswered(1, 1);
  Answer({0, 1, 2});
  detector_.OnTimeout();
  EXPECT_EQ(detector_.delay(), milliseconds(130));
  Answer({0, 1, 2});
  detector_.OnTimeout();
  EXPECT_EQ(detector_.delay(), milliseconds(130));
}

TEST_F(FailureDetectorTest, PingsAreDoneWhenAllAreAnsweredOrFailed) {
  Answer({0, 1});
  EXPECT_THAT(recorder_.At(Point::kPingsDone), IsEmpty());
  detector_.OnPingFailed(1, 2);
  const auto done = recorder_.At(Point::kPingsDone);
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].replica, 7);
  EXPECT_EQ(done[0].period, 1);
}

TEST_F(FailureDetectorTest, PingsOfAnEarlierPeriodDoNotFinishThisOne) {
  detector_.OnTimeout();
  for (const ReplicaId node : {0, 1, 2}) detector_.OnPingAnswered(1, node);
  EXPECT_THAT(recorder_.At(Point::kPingsDone), IsEmpty());
  Answer({0, 0, 1, 2, 2});
  const auto done = recorder_.At(Point::kPingsDone);
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].period, 2);
}

TEST_F(FailureDetectorTest, ReportsTimeOutsSuspicionsAndRestorations) {
  detector_.OnTimeout();
  Answer({0, 2});
  detector_.OnTimeout();
  Answer({0, 1, 2});
  detector_.OnTimeout();
  const auto timeouts = recorder_.At(Point::kTimeout);
  ASSERT_EQ(timeouts.size(), 3u);
  EXPECT_EQ(timeouts[2].period, 3);
  const auto suspects = recorder_.At(Point::kSuspect);
  ASSERT_EQ(suspects.size(), 1u);
  EXPECT_EQ(suspects[0].about, 1);
  const auto restored = recorder_.At(Point::kRestore);
  ASSERT_EQ(restored.size(), 1u);
  EXPECT_EQ(restored[0].about, 1);
}

// Every combination of (alive, suspected before) of three nodes, against the definition.
TEST(FailureDetectorReferenceTest, AgreesOnAllCombinationsOfThreeNodes) {
  for (int suspected_before = 0; suspected_before < 8; ++suspected_before) {
    for (int alive = 0; alive < 8; ++alive) {
      FailureDetector detector({0, 1, 2}, milliseconds(10), milliseconds(1), Probe(0));
      detector.OnTimeout();
      for (ReplicaId node = 0; node < 3; ++node) {
        if ((suspected_before >> node & 1) == 0) detector.OnPingAnswered(detector.period(), node);
      }
      detector.OnTimeout();
      for (ReplicaId node = 0; node < 3; ++node) {
        if ((alive >> node & 1) == 1) detector.OnPingAnswered(detector.period(), node);
      }
      detector.OnTimeout();
      for (ReplicaId node = 0; node < 3; ++node) {
        EXPECT_EQ(detector.Suspects(node), (alive >> node & 1) == 0);
      }
      const bool was_wrong = (suspected_before & alive) != 0;
      EXPECT_EQ(detector.delay(), milliseconds(was_wrong ? 11 : 10));
    }
  }
}

}  // namespace
}  // namespace paxos
