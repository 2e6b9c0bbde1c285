#include "quorum/types.h"

#include <gtest/gtest.h>

namespace quorum {
namespace {

TEST(OutcomeTest, QuorumHasValueAndNoError) {
  const auto outcome = Outcome<int>::Quorum(7);
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.value(), 7);
  EXPECT_EQ(outcome.reply(), 7);
}

TEST(OutcomeTest, FailureKeepsPartialReply) {
  const auto outcome = Outcome<int>::Failed({Cause::kIncomplete, 1, {}}, 3);
  EXPECT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.reply(), 3);
  EXPECT_EQ(outcome.error().replies, 1);
}

TEST(QuorumCallErrorTest, TextNamesCauseRepliesAndEveryNode) {
  const QuorumCallError error{Cause::kDeadlineExceeded,
                              1,
                              {{0, NodeErrorCode::kUnavailable, "refused"},
                               {2, NodeErrorCode::kDeadlineExceeded, ""},
                               {3, NodeErrorCode::kCancelled, ""},
                               {4, NodeErrorCode::kRemote, "no such value"},
                               {5, NodeErrorCode::kSkipped, ""}},
                              {6, 7}};
  EXPECT_EQ(
      ToString(error),
      "quorum call deadline exceeded: 1 reply; node 0: unavailable (refused); node 2: deadline "
      "exceeded; node 3: cancelled; node 4: remote error (no such value); "
      "node 5: skipped; node 6: no answer yet; node 7: no answer yet");
}

TEST(QuorumCallErrorTest, TextOfOtherCauses) {
  EXPECT_EQ(ToString({Cause::kIncomplete, 2, {}}), "quorum call incomplete: 2 replies");
  EXPECT_EQ(ToString({Cause::kCancelled, 0, {}}), "quorum call cancelled: 0 replies");
}

}  // namespace
}  // namespace quorum
