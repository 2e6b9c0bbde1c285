#include "adapter/systems/paxos/faults/faulty_transport.h"

#include <gtest/gtest.h>

#include <chrono>

#include "adapter/systems/paxos/cluster/monitor.h"

namespace adapter {
namespace {

using namespace std::chrono_literals;

// Counts what is sent, and answers nothing.
class SilentNetwork : public paxos::Transport {
 public:
  void Prepare(paxos::ReplicaId, const paxos::PrepareRequest&, paxos::Duration,
               Done<paxos::PrepareReply>) override {
    ++sent;
  }
  void Accept(paxos::ReplicaId, const paxos::AcceptRequest&, paxos::Duration,
              Done<paxos::AcceptReply>) override {
    ++sent;
  }
  void Commit(paxos::ReplicaId, const paxos::CommitRequest&, paxos::Duration,
              Done<paxos::CommitReply>) override {
    ++sent;
  }
  void Ping(paxos::ReplicaId, const paxos::PingRequest&, paxos::Duration,
            Done<paxos::PingReply>) override {
    ++sent;
  }

  int sent = 0;
};

TEST(FaultyTransportTest, SendsNothingUntilAllHaveBegun) {
  SilentNetwork network;
  Monitor monitor({8080, 8081}, 0, {});
  Mailbox mailbox;
  FaultyTransport transport(0, network, monitor, mailbox);
  transport.Ping(1, {}, 1s, [](const auto&) {});
  transport.Prepare(1, {}, 1s, [](const auto&) {});
  EXPECT_EQ(network.sent, 0);
  mailbox.Release(Mailbox::kUntilAllBegan);
  EXPECT_EQ(network.sent, 2);
  transport.Ping(1, {}, 1s, [](const auto&) {});
  EXPECT_EQ(network.sent, 3);
}

}  // namespace
}  // namespace adapter
