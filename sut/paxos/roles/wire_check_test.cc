#include "sut/paxos/roles/wire_check.h"

#include <gtest/gtest.h>

namespace paxos {
namespace {

constexpr Round kBad[] = {-1, kMaxRound + 1, INT64_MIN, INT64_MAX};
constexpr Round kGood[] = {0, 8080, kMaxRound};
constexpr const char* kRoundFlaw = "a round is out of range (0 to 2^62)";

// Requests are checked for a system of three replicas.
template <class Message>
const char* FlawOf(const Message& message) {
  if constexpr (requires { Flaw(message, 3); }) {
    return Flaw(message, 3);
  } else {
    return Flaw(message);
  }
}

// `make` puts a round into a message.
template <class Make>
void CheckRounds(const Make& make) {
  for (const Round rnd : kGood) EXPECT_EQ(FlawOf(make(rnd)), nullptr) << rnd;
  for (const Round rnd : kBad) EXPECT_STREQ(FlawOf(make(rnd)), kRoundFlaw) << rnd;
}

// `value` gives a message's value.
template <class Message, class Value>
void CheckValues(Message message, const Value& value) {
  value(message)->assign(kMaxValueBytes, 'x');
  EXPECT_EQ(FlawOf(message), nullptr);
  EXPECT_LE(message.ByteSizeLong(), static_cast<std::size_t>(kMaxMessageBytes));
  value(message)->push_back('x');
  EXPECT_STREQ(FlawOf(message), "a value is too long (at most 1048576 bytes)");
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

TEST(WireCheckTest, RoundsOfPingsAreInRange) {
  CheckRounds([](Round rnd) {
    PingReply reply;
    reply.set_vrnd(rnd);
    return reply;
  });
  CheckRounds([](Round rnd) {
    PingReply reply;
    reply.mutable_decided()->set_rnd(rnd);
    return reply;
  });
}

TEST(WireCheckTest, ValuesAreNotTooLong) {
  const auto of_message = [](auto& message) { return message.mutable_value(); };
  CheckValues(ClientRequest(), of_message);
  CheckValues(AcceptRequest(), of_message);
  CheckValues(CommitRequest(), of_message);
  CheckValues(PrepareReply(), [](PrepareReply& reply) {
    return reply.mutable_promise()->mutable_vote()->mutable_value();
  });
  CheckValues(AcceptReply(),
              [](AcceptReply& reply) { return reply.mutable_learn()->mutable_value(); });
  CheckValues(PingReply(),
              [](PingReply& reply) { return reply.mutable_decided()->mutable_value(); });
}

TEST(WireCheckTest, SenderOfAPingIsOneOfTheReplicas) {
  PingRequest request;
  for (const ReplicaId from : {0, 2}) {
    request.set_from(from);
    EXPECT_EQ(Flaw(request, 3), nullptr);
  }
  for (const ReplicaId from : {-1, 3, INT32_MIN, INT32_MAX}) {
    request.set_from(from);
    EXPECT_STREQ(Flaw(request, 3), "the sender is not one of the replicas");
  }
}

TEST(WireCheckTest, ReplyMustSayOneThing) {
  EXPECT_STREQ(Flaw(PrepareReply()), "the reply is neither an agreement nor a refusal");
  EXPECT_STREQ(Flaw(AcceptReply()), "the reply is neither an agreement nor a refusal");
}

}  // namespace
}  // namespace paxos
