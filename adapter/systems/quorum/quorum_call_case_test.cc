#include "adapter/systems/quorum/quorum_call_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/quorum/quorum_call_testing.h"

namespace adapter {
namespace {

using Type = cases::QuorumCallEvent::Type;
using Case = cases::QuorumCallCase;
using testing::GivenUp;
using testing::kClosed;
using testing::kDuplicate;
using testing::kGivenUpBeforeAndAgain;
using testing::kLateResult;
using testing::kNoQuorumPossible;
using testing::kQuorum;
using testing::kThree;
using testing::kTooManySkipped;

std::string Detail(const Case& test) { return RunCase(test, kThree).detail; }

TEST(QuorumCallCaseTest, ACallEndsWithTheQuorum) { EXPECT_EQ(Detail(kQuorum), ""); }

TEST(QuorumCallCaseTest, ADuplicateCountsOnce) { EXPECT_EQ(Detail(kDuplicate), ""); }

TEST(QuorumCallCaseTest, ACallEndsWhenThereCanBeNoQuorum) {
  EXPECT_EQ(Detail(kNoQuorumPossible), "");
}

TEST(QuorumCallCaseTest, ACallOfSkippedServersEndsAtOnce) {
  EXPECT_EQ(Detail(kTooManySkipped), "");
}

TEST(QuorumCallCaseTest, ALateResultStaysWithItsCall) { EXPECT_EQ(Detail(kLateResult), ""); }

TEST(QuorumCallCaseTest, EveryOracleIsCompared) {
  Case test = kQuorum;
  test.requests = {8080, 8082};
  EXPECT_EQ(Detail(test),
            "an argument for each: requests: expected 8080, 8082, observed 8080, 8081, 8082");
  test = kQuorum;
  test.ends[0].after = 3;
  EXPECT_EQ(Detail(test), "an argument for each: end after event: expected 3, observed 2");
  test = kQuorum;
  test.ends[0].quorum = false;
  EXPECT_EQ(Detail(test),
            "an argument for each: outcome: expected \"incomplete\", observed \"quorum\"");
  test = kQuorum;
  test.ends[0].replies = 3;
  EXPECT_EQ(Detail(test), "an argument for each: replies: expected 3, observed 2");
}

TEST(QuorumCallCaseTest, ACallThatNeverEndsFails) {
  EXPECT_EQ(Detail({{}, {{Type::kReply, 8080}}, {8080, 8081, 8082}, {{1, true, 1}}}),
            "an argument for each: end: expected after event 1, observed never");
}

TEST(QuorumCallCaseTest, AFailureSaysWhichCall) {
  EXPECT_EQ(Detail({{},
                    {{Type::kError, 8080}, {Type::kError, 8081}, {Type::kNextCall, 0}},
                    {8080, 8081, 8082},
                    {{2, false, 0}, {3, false, 0}}}),
            "an argument for each: call 2 end: expected after event 3, observed never");
}

TEST(QuorumCallCaseTest, ACallThatIsGivenUpEndsForItsCause) {
  using Cause = cases::QuorumCallEnd::Cause;
  EXPECT_EQ(Detail(GivenUp(Type::kCancel, Cause::kCancelled)), "");
  EXPECT_EQ(Detail(GivenUp(Type::kDeadline, Cause::kDeadline)), "");
  EXPECT_EQ(Detail(kClosed), "");
  EXPECT_EQ(Detail(kGivenUpBeforeAndAgain), "");
}

TEST(QuorumCallCaseTest, TheCauseIsCompared) {
  EXPECT_THAT(Detail(GivenUp(Type::kCancel, cases::QuorumCallEnd::Cause::kDeadline)),
              ::testing::EndsWith("outcome: expected \"deadline\", observed \"cancelled\""));
}

TEST(QuorumCallCaseTest, TheTraceSaysWhatHappenedInItsOrder) {
  const Verdict verdict = RunCase(
      {{}, {{Type::kError, 8080}, {Type::kError, 8081}}, {8080, 8081, 8082}, {{2, true, 2}}},
      kThree);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  std::vector<std::string> steps;
  for (const trace::Step& step : verdict.trace.steps) {
    steps.push_back(trace::ToString(step));
    EXPECT_TRUE(step.time.has_value());
  }
  EXPECT_THAT(steps,
              ::testing::ElementsAre("call 1: asks (server 8080)", "call 1: asks (server 8081)",
                                     "call 1: asks (server 8082)", "8080: fails", "8081: fails",
                                     "call 1: ends (outcome incomplete, replies 0)"));
}

}  // namespace
}  // namespace adapter
