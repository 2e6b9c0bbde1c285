#include "sut/paxos/roles/quorum_functions.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace paxos {
namespace {

PrepareReply PromiseReply(std::int64_t rnd) {
  PrepareReply reply;
  reply.mutable_promise()->set_rnd(rnd);
  return reply;
}
PrepareReply PromiseReply(std::int64_t rnd, std::int64_t vrnd, const std::string& vval) {
  PrepareReply reply = PromiseReply(rnd);
  reply.mutable_promise()->mutable_vote()->set_rnd(vrnd);
  reply.mutable_promise()->mutable_vote()->set_value(vval);
  return reply;
}
template <class Reply>
Reply RefusalReply(std::int64_t promised) {
  Reply reply;
  reply.mutable_refusal()->set_promised(promised);
  return reply;
}
AcceptReply LearnReply(std::int64_t rnd, const std::string& value) {
  AcceptReply reply;
  reply.mutable_learn()->set_rnd(rnd);
  reply.mutable_learn()->set_value(value);
  return reply;
}
ClientReply Decided(const std::string& value) {
  ClientReply reply;
  reply.set_value(value);
  return reply;
}
PrepareRequest Prepare(std::int64_t rnd) {
  PrepareRequest request;
  request.set_rnd(rnd);
  return request;
}
AcceptRequest Accept(std::int64_t rnd, const std::string& value) {
  AcceptRequest request;
  request.set_rnd(rnd);
  request.set_value(value);
  return request;
}

// Calls `check` with every way in which nodes 0, 1, 2 each give one of `options`, or nothing, but
// never with no reply at all. Returns how many there were.
template <class Reply>
int ForAllReplies(const std::vector<Reply>& options,
                  const std::function<void(const quorum::Replies<Reply>&)>& check) {
  const std::size_t base = options.size() + 1;
  int count = 0;
  for (std::size_t code = 1; code < base * base * base; ++code) {
    quorum::Replies<Reply> replies;
    std::size_t rest = code;
    for (int node = 0; node < 3; ++node, rest /= base) {
      if (rest % base != 0) replies.emplace(node, options[rest % base - 1]);
    }
    check(replies);
    ++count;
  }
  return count;
}

TEST(PrepareQFTest, PromisesOfTheRoundMakeAQuorum) {
  const auto combined = PrepareQF(2, Prepare(3), {{0, PromiseReply(3)}, {2, PromiseReply(3)}});
  EXPECT_TRUE(combined.quorum);
  EXPECT_EQ(combined.reply.promise().rnd(), 3);
  EXPECT_FALSE(combined.reply.promise().has_vote());
}

TEST(PrepareQFTest, OnePromiseOfThreeIsNoQuorum) {
  EXPECT_FALSE(PrepareQF(2, Prepare(3), {{0, PromiseReply(3)}}).quorum);
}

TEST(PrepareQFTest, CombinedPromiseHasTheHighestVote) {
  const auto combined = PrepareQF(3, Prepare(9),
                                  {{0, PromiseReply(9, 2, "M1")},
                                   {1, PromiseReply(9, 5, "M2")},
                                   {2, PromiseReply(9, 4, "M3")}});
  ASSERT_TRUE(combined.quorum);
  EXPECT_EQ(combined.reply.promise().vote().rnd(), 5);
  EXPECT_EQ(combined.reply.promise().vote().value(), "M2");
}

TEST(PrepareQFTest, VoteInRoundZeroIsAVote) {
  const auto combined =
      PrepareQF(2, Prepare(1), {{0, PromiseReply(1)}, {1, PromiseReply(1, 0, "M1")}});
  ASSERT_TRUE(combined.quorum);
  EXPECT_EQ(combined.reply.promise().vote().value(), "M1");
}

TEST(PrepareQFTest, PromiseOfAnotherRoundDoesNotCount) {
  EXPECT_FALSE(PrepareQF(2, Prepare(3), {{0, PromiseReply(3)}, {1, PromiseReply(0)}}).quorum);
}

TEST(PrepareQFTest, WithoutQuorumTheHighestRefusalIsKept) {
  const auto combined = PrepareQF(2, Prepare(3),
                                  {{0, RefusalReply<PrepareReply>(8)},
                                   {1, RefusalReply<PrepareReply>(5)},
                                   {2, PromiseReply(3)}});
  EXPECT_FALSE(combined.quorum);
  EXPECT_EQ(combined.reply.refusal().promised(), 8);
}

TEST(PrepareQFTest, AgreesWithReferenceOnAllRepliesOfThreeNodes) {
  const std::vector<PrepareReply> options = {PromiseReply(2),
                                             PromiseReply(1),
                                             PromiseReply(2, 0, "M1"),
                                             PromiseReply(2, 1, "M2"),
                                             PromiseReply(1, 0, "M3"),
                                             RefusalReply<PrepareReply>(2),
                                             RefusalReply<PrepareReply>(4),
                                             PrepareReply()};
  for (int size = 1; size <= 3; ++size) {
    const int count = ForAllReplies<PrepareReply>(options, [&](const auto& replies) {
      // The reference: promises of round 2 by hand, votes in round 1 beat votes in round 0.
      int promises = 0;
      bool vote0 = false, vote1 = false;
      std::int64_t refused = -1;
      for (const auto& [node, reply] : replies) {
        if (reply.has_refusal()) refused = std::max(refused, reply.refusal().promised());
        if (!reply.has_promise() || reply.promise().rnd() != 2) continue;
        ++promises;
        if (reply.promise().has_vote()) (reply.promise().vote().rnd() == 0 ? vote0 : vote1) = true;
      }
      const auto combined = PrepareQF(size, Prepare(2), replies);
      ASSERT_EQ(combined.quorum, promises >= size);
      if (!combined.quorum) {
        ASSERT_FALSE(combined.reply.has_promise());
        ASSERT_EQ(combined.reply.has_refusal(), refused >= 0);
        ASSERT_TRUE(refused < 0 || combined.reply.refusal().promised() == refused);
        return;
      }
      const Promise& promise = combined.reply.promise();
      ASSERT_EQ(promise.rnd(), 2);
      ASSERT_EQ(promise.has_vote(), vote0 || vote1);
      ASSERT_EQ(promise.vote().value(), vote1 ? "M2" : vote0 ? "M1" : "");
    });
    EXPECT_EQ(count, 9 * 9 * 9 - 1);
  }
}

TEST(AcceptQFTest, LearnsOfTheRequestMakeAQuorum) {
  const auto combined =
      AcceptQF(2, Accept(3, "M1"), {{0, LearnReply(3, "M1")}, {1, LearnReply(3, "M1")}});
  EXPECT_TRUE(combined.quorum);
  EXPECT_EQ(combined.reply.learn().rnd(), 3);
  EXPECT_EQ(combined.reply.learn().value(), "M1");
}

TEST(AcceptQFTest, AgreesWithReferenceOnAllRepliesOfThreeNodes) {
  const std::vector<AcceptReply> options = {
      LearnReply(3, "M1"),          LearnReply(3, "M2"),          LearnReply(2, "M1"),
      RefusalReply<AcceptReply>(3), RefusalReply<AcceptReply>(6), AcceptReply()};
  for (int size = 1; size <= 3; ++size) {
    const int count = ForAllReplies<AcceptReply>(options, [&](const auto& replies) {
      int learns = 0;
      std::int64_t refused = -1;
      for (const auto& [node, reply] : replies) {
        if (reply.has_refusal()) refused = std::max(refused, reply.refusal().promised());
        if (reply.SerializeAsString() == LearnReply(3, "M1").SerializeAsString()) ++learns;
      }
      const auto combined = AcceptQF(size, Accept(3, "M1"), replies);
      ASSERT_EQ(combined.quorum, learns >= size);
      ASSERT_EQ(combined.reply.has_learn(), combined.quorum);
      ASSERT_EQ(combined.reply.has_refusal(), !combined.quorum && refused >= 0);
      ASSERT_TRUE(!combined.reply.has_refusal() || combined.reply.refusal().promised() == refused);
      ASSERT_TRUE(!combined.quorum ||
                  (combined.reply.learn().rnd() == 3 && combined.reply.learn().value() == "M1"));
    });
    EXPECT_EQ(count, 7 * 7 * 7 - 1);
  }
}

TEST(CommitQFTest, OnlyTheNumberOfRepliesCounts) {
  for (int size = 1; size <= 3; ++size) {
    const int count = ForAllReplies<CommitReply>({CommitReply()}, [&](const auto& replies) {
      ASSERT_EQ(CommitQF(size, CommitRequest(), replies).quorum,
                static_cast<int>(replies.size()) >= size);
    });
    EXPECT_EQ(count, 7);
  }
}

TEST(ClientHandleQFTest, RepliesThatAgreeMakeAQuorum) {
  const auto combined =
      ClientHandleQF(2, ClientRequest(), {{1, Decided("M1")}, {2, Decided("M1")}});
  EXPECT_TRUE(combined.quorum);
  EXPECT_EQ(combined.reply.value, "M1");
}

TEST(ClientHandleQFTest, DisagreementIsNeverAQuorum) {
  const auto combined = ClientHandleQF(
      2, ClientRequest(), {{0, Decided("M1")}, {1, Decided("M1")}, {2, Decided("M2")}});
  EXPECT_FALSE(combined.quorum);
  EXPECT_FALSE(combined.reply.agree);
}

TEST(ClientHandleQFTest, AgreesWithReferenceOnAllRepliesOfThreeNodes) {
  for (int size = 1; size <= 3; ++size) {
    const std::vector<ClientReply> options = {Decided("M1"), Decided("M2")};
    const int count = ForAllReplies<ClientReply>(options, [&](const auto& replies) {
      int first = 0;
      for (const auto& [node, reply] : replies) first += reply.value() == "M1" ? 1 : 0;
      const int all = static_cast<int>(replies.size());
      const auto combined = ClientHandleQF(size, ClientRequest(), replies);
      ASSERT_EQ(combined.reply.agree, first == 0 || first == all);
      ASSERT_EQ(combined.quorum, combined.reply.agree && all >= size);
    });
    EXPECT_EQ(count, 3 * 3 * 3 - 1);
  }
}

}  // namespace
}  // namespace paxos
