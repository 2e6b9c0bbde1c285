#include "adapter/systems/quorum/network_call_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/systems/grpc/grpc_session.h"
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

class NetworkCallCaseTest : public ::testing::Test {
 protected:
  // The first failure in any of many ways.
  std::string Detail(const Case& test) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Verdict verdict = RunOverNetwork(test, kThree, networks_, seed);
      if (verdict.outcome != Outcome::kPass) return verdict.detail;
    }
    return "";
  }

  const GrpcSession session_;
  CallNetworks networks_;
};

TEST_F(NetworkCallCaseTest, ACallEndsWithTheQuorum) { EXPECT_EQ(Detail(kQuorum), ""); }

TEST_F(NetworkCallCaseTest, ADuplicateCountsOnce) { EXPECT_EQ(Detail(kDuplicate), ""); }

TEST_F(NetworkCallCaseTest, AnyFailureOfAnyServerIsNoReply) {
  EXPECT_EQ(Detail(kNoQuorumPossible), "");
}

TEST_F(NetworkCallCaseTest, ACallOfSkippedServersEndsAtOnce) {
  EXPECT_EQ(Detail(kTooManySkipped), "");
}

TEST_F(NetworkCallCaseTest, ALateResultStaysWithItsCall) { EXPECT_EQ(Detail(kLateResult), ""); }

TEST_F(NetworkCallCaseTest, EveryOracleIsCompared) {
  using ::testing::EndsWith;
  Case test = kQuorum;
  test.requests = {8080, 8082};
  EXPECT_THAT(Detail(test), EndsWith(": requests: expected 8080, 8082, observed 8080, 8081, 8082"));
  test = kQuorum;
  test.ends[0].after = 3;
  EXPECT_THAT(Detail(test), EndsWith(": end after event: expected 3, observed 2"));
  test = kQuorum;
  test.ends[0].quorum = false;
  EXPECT_THAT(Detail(test), EndsWith(": outcome: expected \"incomplete\", observed \"quorum\""));
  test = kQuorum;
  test.ends[0].replies = 3;
  EXPECT_THAT(Detail(test), EndsWith(": replies: expected 3, observed 2"));
}

TEST_F(NetworkCallCaseTest, ACallThatEndsWithoutTheScriptFails) {
  EXPECT_THAT(Detail({{}, {{Type::kReply, 8080}}, {8080, 8081, 8082}, {{1, true, 2}}}),
              ::testing::EndsWith(": end after event: expected 1, observed 2"));
}

TEST_F(NetworkCallCaseTest, AFailureSaysInWhichWay) {
  Case test = kQuorum;
  test.ends[0].after = 3;
  EXPECT_THAT(RunOverNetwork(test, kThree, networks_, 1).detail, ::testing::StartsWith("over "));
}

TEST_F(NetworkCallCaseTest, ACallThatIsGivenUpEndsForItsCause) {
  using Cause = cases::QuorumCallEnd::Cause;
  EXPECT_EQ(Detail(GivenUp(Type::kCancel, Cause::kCancelled)), "");
  EXPECT_EQ(Detail(GivenUp(Type::kDeadline, Cause::kDeadline)), "");
  EXPECT_EQ(Detail(kClosed), "");
  EXPECT_EQ(Detail(kGivenUpBeforeAndAgain), "");
}

TEST_F(NetworkCallCaseTest, TheCauseIsCompared) {
  EXPECT_THAT(Detail(GivenUp(Type::kCancel, cases::QuorumCallEnd::Cause::kDeadline)),
              ::testing::EndsWith("outcome: expected \"deadline\", observed \"cancelled\""));
}

}  // namespace
}  // namespace adapter
