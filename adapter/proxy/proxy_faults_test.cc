// Each control of a TCP link, against what must arrive.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "adapter/proxy/proxy.h"
#include "adapter/proxy/sockets.h"
#include "adapter/proxy/testing/peers.h"

namespace adapter {
namespace {

using std::chrono::milliseconds;

class ProxyFaultsTest : public ::testing::Test {
 protected:
  ProxyFaultsTest() { Connect(client_, server_); }

  void Connect(Peer& client, Peer& server) {
    client = ConnectTo(port_);
    server = target_.Accept();
    // The connection is whole when data has passed.
    ASSERT_TRUE(client.Send("."));
    ASSERT_EQ(server.Receive(1), ".");
  }

  LinkCounters Counters() const { return proxy_.Counters("link"); }
  // Waits until the partition has held back something more.
  void WaitUntilHeld(std::uint64_t times) {
    EXPECT_TRUE(Eventually([&] { return Counters().held >= times; }));
  }

  ListeningServer target_;
  Proxy proxy_;
  std::uint16_t port_ = proxy_.AddLink({"link", LinkProtocol::kTcp, 0, target_.port()});
  Peer client_;
  Peer server_;
};

TEST_F(ProxyFaultsTest, CutResetsBothSides) {
  proxy_.Cut("link");
  EXPECT_EQ(client_.Next(), "reset");
  EXPECT_EQ(server_.Next(), "reset");
  EXPECT_EQ(Counters().reset, 1u);
  EXPECT_EQ(Counters().open, 0u);
}

TEST_F(ProxyFaultsTest, CutRefusesNewConnectionsUntilItIsHealed) {
  proxy_.Cut("link");
  EXPECT_FALSE(ConnectTo(port_));
  EXPECT_EQ(errno, ECONNREFUSED);
  proxy_.Heal("link");
  Peer client, server;
  Connect(client, server);
  EXPECT_EQ(Counters().reset, 1u);
}

TEST_F(ProxyFaultsTest, CutKeepsThePort) {
  proxy_.Cut("link");
  const base::FileDescriptor other(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = LoopbackAddress(port_);
  EXPECT_NE(::bind(other.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(errno, EADDRINUSE);
}

TEST_F(ProxyFaultsTest, APartitionHoldsDataBothWaysUntilItIsHealed) {
  proxy_.Partition("link");
  ASSERT_TRUE(client_.Send("question"));
  ASSERT_TRUE(server_.Send("answer"));
  WaitUntilHeld(2);
  EXPECT_EQ(server_.State(), "nothing");
  EXPECT_EQ(client_.State(), "nothing");
  ASSERT_TRUE(client_.Send(", and more"));
  proxy_.Heal("link");
  EXPECT_EQ(server_.Receive(18), "question, and more");
  EXPECT_EQ(client_.Receive(6), "answer");
}

TEST_F(ProxyFaultsTest, APartitionOfOneDirectionLetsTheOtherPass) {
  proxy_.Partition("link", Direction::kForward);
  ASSERT_TRUE(client_.Send("question"));
  ASSERT_TRUE(server_.Send("answer"));
  EXPECT_EQ(client_.Receive(6), "answer");
  WaitUntilHeld(1);
  EXPECT_EQ(server_.State(), "nothing");
  proxy_.Heal("link");
  EXPECT_EQ(server_.Receive(8), "question");
}

TEST_F(ProxyFaultsTest, APartitionHoldsAnEnd) {
  proxy_.Partition("link", Direction::kBackward);
  server_.ShutDown();
  WaitUntilHeld(1);
  EXPECT_EQ(client_.State(), "nothing");
  proxy_.Heal("link");
  EXPECT_EQ(client_.Next(), "end");
}

TEST_F(ProxyFaultsTest, APartitionHoldsAReset) {
  proxy_.Partition("link");
  client_.Reset();
  WaitUntilHeld(1);
  EXPECT_EQ(server_.State(), "nothing");
  proxy_.Heal("link");
  EXPECT_EQ(server_.Next(), "reset");
}

TEST_F(ProxyFaultsTest, NewConnectionsOfAPartitionedLinkHang) {
  proxy_.Partition("link", Direction::kBackward);
  const Peer client = ConnectTo(port_);
  ASSERT_TRUE(client);
  ASSERT_TRUE(client.Send("x"));
  WaitUntilHeld(1);
  EXPECT_EQ(client.State(), "nothing");
  EXPECT_FALSE(target_.HasConnection());
  proxy_.Heal("link");
  EXPECT_EQ(target_.Accept().Receive(1), "x");
}

TEST_F(ProxyFaultsTest, DataAreDelayedInTheirOrder) {
  constexpr milliseconds kDelay{30};
  proxy_.Delay("link", kDelay);
  const auto sent = std::chrono::steady_clock::now();
  ASSERT_TRUE(client_.Send("first "));
  ASSERT_TRUE(client_.Send("second"));
  client_.ShutDown();
  EXPECT_EQ(server_.Receive(12), "first second");
  EXPECT_GE(std::chrono::steady_clock::now() - sent, kDelay);
  EXPECT_EQ(server_.Next(), "end");
  EXPECT_GE(Counters().delayed, 1u);
}

TEST_F(ProxyFaultsTest, AShorterDelayDoesNotOvertake) {
  proxy_.Delay("link", milliseconds(50));
  ASSERT_TRUE(client_.Send("first "));
  ASSERT_TRUE(Eventually([&] { return Counters().delayed == 1; }));
  proxy_.Delay("link", milliseconds(0));
  ASSERT_TRUE(client_.Send("second"));
  EXPECT_EQ(server_.Receive(12), "first second");
}

TEST_F(ProxyFaultsTest, AnEndIsDelayedToo) {
  constexpr milliseconds kDelay{30};
  proxy_.Delay("link", kDelay);
  const auto sent = std::chrono::steady_clock::now();
  client_.ShutDown();
  EXPECT_EQ(server_.Next(), "end");
  EXPECT_GE(std::chrono::steady_clock::now() - sent, kDelay);
}

TEST_F(ProxyFaultsTest, AThrottledLinkIsNotFasterThanItsRate) {
  constexpr std::size_t kRate = 100'000;
  proxy_.Throttle("link", kRate);
  const std::string bytes(10'000, 'x');
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(client_.Send(bytes));
  EXPECT_EQ(server_.Receive(bytes.size()), bytes);
  // A fiftieth of a second's bytes may be there at once.
  constexpr milliseconds kLeast{80};
  EXPECT_GE(std::chrono::steady_clock::now() - began, kLeast);
  EXPECT_GE(Counters().throttled, 1u);
}

TEST_F(ProxyFaultsTest, AThrottledLinkPassesSingleBytes) {
  proxy_.Throttle("link", 1000);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(client_.Send("x"));
    EXPECT_EQ(server_.Receive(1), "x");
  }
}

TEST_F(ProxyFaultsTest, TheEndOfAThrottleLetsWaitingDataPass) {
  proxy_.Throttle("link", 1);
  const std::string bytes(100'000, 'x');
  ASSERT_TRUE(client_.Send(bytes));
  ASSERT_TRUE(Eventually([&] { return Counters().throttled > 0; }));
  proxy_.Throttle("link", 0);
  EXPECT_EQ(server_.Receive(bytes.size()), bytes);
}

TEST_F(ProxyFaultsTest, DroppedConnectionsAreResetAndNewOnesAreNot) {
  Peer client, server;
  Connect(client, server);
  EXPECT_EQ(proxy_.DropConnections("link"), 2u);
  for (const Peer* peer : {&client_, &server_, &client, &server}) {
    EXPECT_EQ(peer->Next(), "reset");
  }
  EXPECT_EQ(Counters().reset, 2u);
  Connect(client, server);
  EXPECT_EQ(client.State(), "nothing");
}

TEST_F(ProxyFaultsTest, AHalfOpenConnectionTellsOneSideOnly) {
  EXPECT_EQ(proxy_.HalfOpen("link", LinkSide::kClient), 1u);
  EXPECT_EQ(client_.Next(), "reset");
  ASSERT_TRUE(server_.Send("into the void"));
  EXPECT_EQ(server_.State(), "nothing");
  EXPECT_EQ(Counters().half_opened, 1u);
  EXPECT_EQ(Counters().open, 1u);
  proxy_.Heal("link");
  EXPECT_EQ(server_.Next(), "reset");
  EXPECT_EQ(Counters().open, 0u);
}

TEST_F(ProxyFaultsTest, TheTargetsSideCanBeTheOneThatIsClosed) {
  EXPECT_EQ(proxy_.HalfOpen("link", LinkSide::kTarget), 1u);
  EXPECT_EQ(server_.Next(), "reset");
  EXPECT_EQ(client_.State(), "nothing");
  Peer client, server;
  Connect(client, server);
  EXPECT_EQ(proxy_.HalfOpen("link", LinkSide::kTarget), 1u);
}

TEST_F(ProxyFaultsTest, AHalfOpenConnectionWhoseOtherSideResetsIsGone) {
  proxy_.HalfOpen("link", LinkSide::kClient);
  server_.Reset();
  EXPECT_TRUE(Eventually([&] { return Counters().open == 0; }));
}

TEST_F(ProxyFaultsTest, FaultsThatDidNotHappenAreNotCounted) {
  proxy_.Partition("link");
  proxy_.Heal("link");
  proxy_.Delay("link", milliseconds(10));
  const LinkCounters counters = Counters();
  EXPECT_EQ(counters.held + counters.delayed + counters.throttled + counters.reset, 0u);
}

}  // namespace
}  // namespace adapter
