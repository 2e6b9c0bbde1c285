#include "sut/paxos/wire_check.h"

#include <gtest/gtest.h>

namespace paxos {
namespace {

constexpr Round kBad[] = {-1, kMaxRound + 1, INT64_MIN, INT64_MAX};
constexpr Round kGood[] = {0, 8080, kMaxRound};
constexpr const char* kRoundFlaw = "a round is out of range (0 to 2^62)";

// `make` puts a round into a message.
template <class Make>
void CheckRounds(const Make& make) {
  for (const Round rnd : kGood) EXPECT_EQ(Flaw(make(rnd)), nullptr) << rnd;
  for (const Round rnd : kBad) EXPECT_STREQ(Flaw(make(rnd)), kRoundFlaw) << rnd;
}

template <class Request>
Request WithRound(Round rnd) {
  Request request;
  request.set_rnd(rnd);
  return request;
}

TEST(WireCheckTest, RoundsOfRequestsAreInRange) {
  CheckRounds(WithRound<PrepareRequest>);
  CheckRounds(WithRound<AcceptRequest>);
  CheckRounds(WithRound<CommitRequest>);
}

TEST(WireCheckTest, RoundsOfRepliesAreInRange) {
  CheckRounds([](Round rnd) {
    PrepareReply reply;
    reply.mutable_refusal()->set_promised(rnd);
    return reply;
  });
  CheckRounds([](Round rnd) {
    PrepareReply reply;
    reply.mutable_promise()->set_rnd(rnd);
    return reply;
  });
  CheckRounds([](Round rnd) {
    PrepareReply reply;
    reply.mutable_promise()->mutable_vote()->set_rnd(rnd);
    return reply;
  });
  CheckRounds([](Round rnd) {
    AcceptReply reply;
    reply.mutable_refusal()->set_promised(rnd);
    return reply;
  });
  CheckRounds([](Round rnd) {
    AcceptReply reply;
    reply.mutable_learn()->set_rnd(rnd);
    return reply;
  });
}

TEST(WireCheckTest, ReplyMustSayOneThing) {
  EXPECT_STREQ(Flaw(PrepareReply()), "the reply is neither an agreement nor a refusal");
  EXPECT_STREQ(Flaw(AcceptReply()), "the reply is neither an agreement nor a refusal");
}

}  // namespace
}  // namespace paxos
