#include "quorum/systematic/call_contract.h"

#include <gtest/gtest.h>

namespace quorum::systematic {
namespace {

TEST(CallContractTest, QuorumEndsTheCall) {
  CallContract contract({0, 1, 2}, 2);
  contract.OnReply(2, "b");
  EXPECT_EQ(contract.Expected(), "no outcome");
  contract.OnReply(0, "a");
  EXPECT_EQ(contract.Expected(), "quorum: [a][b]");
}

TEST(CallContractTest, NodeCountsOnceAndErrorsDoNotCount) {
  CallContract contract({0, 1, 2}, 2);
  contract.OnReply(1, "a");
  contract.OnReply(1, "a");
  contract.OnError(0, NodeErrorCode::kRemote);
  EXPECT_FALSE(contract.ended());
}

TEST(CallContractTest, TooFewNodesLeftEndIt) {
  CallContract contract({0, 1, 2}, 2);
  contract.OnError(2, NodeErrorCode::kUnavailable);
  contract.OnReply(1, "a");
  contract.OnError(0, NodeErrorCode::kRemote);
  EXPECT_EQ(contract.Expected(),
            "incomplete, 1 replies: [a]; errors: 0 remote error 2 unavailable; outstanding:");
}

TEST(CallContractTest, DeadlineAndCancellationAreCauses) {
  CallContract late({0, 1}, 2);
  late.OnError(0, NodeErrorCode::kDeadlineExceeded);
  EXPECT_EQ(late.Expected(),
            "deadline exceeded, 0 replies: none; errors: 0 deadline exceeded; outstanding: 1");
  CallContract given_up({0, 1}, 1);
  given_up.OnCancel();
  given_up.EndCancelled();
  given_up.OnReply(0, "a");
  EXPECT_EQ(given_up.Expected(), "cancelled, 0 replies: none; errors:; outstanding: 0 1");
}

}  // namespace
}  // namespace quorum::systematic
