#include "sut/paxos/roles/quorum_calls.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

namespace paxos {
namespace {

// Answers at once, as the test says for each node; notes the time-outs it was given.
class InlineTransport : public Transport {
 public:
  void Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
               Done<PrepareReply> done) override {
    timeout_ = timeout;
    PrepareReply reply;
    if (refusing_.contains(to)) reply.mutable_refusal()->set_promised(refusing_[to]);
    if (!refusing_.contains(to)) reply.mutable_promise()->set_rnd(request.rnd());
    Answer(to, reply, done);
  }
  void Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
              Done<AcceptReply> done) override {
    timeout_ = timeout;
    AcceptReply reply;
    reply.mutable_learn()->set_rnd(request.rnd());
    reply.mutable_learn()->set_value(request.value());
    Answer(to, reply, done);
  }
  void Commit(ReplicaId to, const CommitRequest&, Duration timeout,
              Done<CommitReply> done) override {
    timeout_ = timeout;
    Answer(to, CommitReply(), done);
  }
  void Ping(ReplicaId, const PingRequest&, Duration, Done<PingReply>) override {}

  template <class Reply>
  void Answer(ReplicaId to, const Reply& reply, const Done<Reply>& done) {
    if (to >= first_dead_) return done(quorum::NodeResult<Reply>::Failed({to, {}, "dead"}));
    done(quorum::NodeResult<Reply>::Ok(reply));
  }

  ReplicaId first_dead_ = 100;  // this one and all above fail
  std::map<ReplicaId, Round> refusing_;
  Duration timeout_{0};
};

class QuorumCallsTest : public testing::Test {
 protected:
  static ReplicaConfig Config() {
    ReplicaConfig config;
    config.replicas = 5;
    config.quorum_sizes = {4, 2, 1};
    config.timeout = Duration(1234);
    return config;
  }
  std::optional<quorum::Outcome<PrepareReply>> CallPrepare() {
    std::optional<quorum::Outcome<PrepareReply>> end;
    PrepareRequest request;
    request.set_rnd(7);
    calls_.Prepare(request, [&](const auto& outcome) { end = outcome; });
    return end;
  }

  InlineTransport transport_;
  QuorumCalls calls_{Config(), transport_};
};

TEST_F(QuorumCallsTest, PrepareNeedsItsOwnQuorumSize) {
  transport_.first_dead_ = 4;
  EXPECT_TRUE(CallPrepare()->ok());
  transport_.first_dead_ = 3;
  const auto end = CallPrepare();
  EXPECT_FALSE(end->ok());
  EXPECT_EQ(end->error().replies, 3);
  EXPECT_EQ(end->error().errors.size(), 2u);
  EXPECT_EQ(transport_.timeout_, Duration(1234));
}

TEST_F(QuorumCallsTest, RefusedPrepareTellsTheHighestPromisedRound) {
  transport_.refusing_ = {{0, 8}, {3, 11}};
  const auto end = CallPrepare();
  ASSERT_FALSE(end->ok());
  EXPECT_EQ(end->reply()->refusal().promised(), 11);
}

TEST_F(QuorumCallsTest, AcceptNeedsItsOwnQuorumSize) {
  for (const int alive : {1, 2}) {
    transport_.first_dead_ = alive;
    std::optional<quorum::Outcome<AcceptReply>> end;
    AcceptRequest request;
    request.set_value("M1");
    calls_.Accept(request, [&](const auto& outcome) { end = outcome; });
    EXPECT_EQ(end->ok(), alive == 2);
  }
}

TEST_F(QuorumCallsTest, CommitNeedsItsOwnQuorumSize) {
  for (const int alive : {0, 1}) {
    transport_.first_dead_ = alive;
    std::optional<quorum::Outcome<CommitReply>> end;
    calls_.Commit(CommitRequest(), [&](const auto& outcome) { end = outcome; });
    EXPECT_EQ(end->ok(), alive == 1);
  }
}

}  // namespace
}  // namespace paxos
