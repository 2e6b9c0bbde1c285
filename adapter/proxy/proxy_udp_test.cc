#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <string>
#include <vector>

#include "adapter/proxy/proxy.h"
#include "adapter/proxy/testing/peers.h"

namespace adapter {
namespace {

using std::chrono::milliseconds;
using Kind = DatagramFault::Kind;

class ProxyUdpTest : public ::testing::Test {
 protected:
  LinkCounters Counters() const { return proxy_.Counters("link"); }
  // The next datagrams at the server, until one that says so.
  std::vector<std::string> ReceiveUntil(const std::string& last) {
    std::vector<std::string> received;
    while (received.empty() || received.back() != last) {
      received.push_back(server_.Receive());
      if (received.back() == "nothing came") break;
    }
    return received;
  }

  DatagramServer server_;
  Proxy proxy_;
  std::uint16_t port_ = proxy_.AddLink({"link", LinkProtocol::kUdp, 0, server_.port()});
  Peer client_ = DatagramsTo(port_);
};

using Datagrams = std::vector<std::string>;

TEST_F(ProxyUdpTest, PassesDatagramsAndRepliesToTheirClients) {
  const Peer other = DatagramsTo(port_);
  ASSERT_TRUE(client_.Send("from one"));
  EXPECT_EQ(server_.Receive(), "from one");
  server_.Reply("to one");
  ASSERT_TRUE(other.Send("from other"));
  EXPECT_EQ(server_.Receive(), "from other");
  server_.Reply("to other");
  EXPECT_EQ(client_.ReceiveDatagram(), "to one");
  EXPECT_EQ(other.ReceiveDatagram(), "to other");
  EXPECT_EQ(Counters().connections, 2u);
  EXPECT_EQ(Counters().forward_bytes, 18u);
  EXPECT_EQ(Counters().backward_bytes, 14u);
}

TEST_F(ProxyUdpTest, KeepsTheBoundsOfDatagramsWhateverTheirSize) {
  const std::string large(60'000, 'x');
  ASSERT_TRUE(client_.Send(large));
  ASSERT_GE(::send(client_.socket(), "", 0, 0), 0);
  EXPECT_EQ(server_.Receive(), large);
  EXPECT_EQ(server_.Receive(), "");
}

TEST_F(ProxyUdpTest, DropsTheNextOnes) {
  proxy_.Disturb("link", {.kind = Kind::kDrop, .count = 2});
  for (const char* bytes : {"1", "2", "3"}) ASSERT_TRUE(client_.Send(bytes));
  EXPECT_EQ(ReceiveUntil("3"), Datagrams{"3"});
  EXPECT_EQ(Counters().dropped, 2u);
}

TEST_F(ProxyUdpTest, DropsOnlyInTheDirectionOfTheFault) {
  proxy_.Disturb("link", {.kind = Kind::kDrop, .direction = Direction::kBackward, .count = 1});
  ASSERT_TRUE(client_.Send("1"));
  EXPECT_EQ(server_.Receive(), "1");
  server_.Reply("lost");
  server_.Reply("heard");
  EXPECT_EQ(client_.ReceiveDatagram(), "heard");
}

TEST_F(ProxyUdpTest, DuplicatesTheNextOnes) {
  proxy_.Disturb("link", {.kind = Kind::kDuplicate, .count = 1});
  for (const char* bytes : {"1", "2"}) ASSERT_TRUE(client_.Send(bytes));
  EXPECT_EQ(ReceiveUntil("2"), (Datagrams{"1", "1", "2"}));
  EXPECT_EQ(Counters().duplicated, 1u);
}

TEST_F(ProxyUdpTest, ADelayedDatagramIsOvertaken) {
  proxy_.Disturb("link", {.kind = Kind::kDelay, .count = 1, .delay = milliseconds(30)});
  for (const char* bytes : {"1", "2"}) ASSERT_TRUE(client_.Send(bytes));
  EXPECT_EQ(ReceiveUntil("1"), (Datagrams{"2", "1"}));
  EXPECT_EQ(Counters().delayed, 1u);
}

TEST_F(ProxyUdpTest, ADelayOfTheLinkKeepsTheOrder) {
  constexpr milliseconds kDelay{30};
  proxy_.Delay("link", kDelay);
  const auto sent = std::chrono::steady_clock::now();
  for (const char* bytes : {"1", "2"}) ASSERT_TRUE(client_.Send(bytes));
  EXPECT_EQ(ReceiveUntil("2"), (Datagrams{"1", "2"}));
  EXPECT_GE(std::chrono::steady_clock::now() - sent, kDelay);
}

TEST_F(ProxyUdpTest, AShareIsDecidedByItsSeed) {
  const auto survivors = [&] {
    proxy_.Disturb("link", {.kind = Kind::kDrop, .share = 0.5, .seed = 7});
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(client_.Send(std::to_string(i)));
    EXPECT_TRUE(Eventually(
        [&, before = Counters().dropped] { return Counters().forward_bytes + before > 0; }));
    proxy_.Heal("link");
    EXPECT_TRUE(client_.Send("last"));
    return ReceiveUntil("last");
  };
  const Datagrams first = survivors();
  EXPECT_GT(first.size(), 20u);
  EXPECT_LT(first.size(), 80u);
  EXPECT_EQ(survivors(), first);
  EXPECT_EQ(Counters().dropped, 2 * (101 - first.size()));
}

TEST_F(ProxyUdpTest, APartitionDropsUntilItIsHealed) {
  ASSERT_TRUE(client_.Send("before"));
  EXPECT_EQ(server_.Receive(), "before");
  proxy_.Partition("link", Direction::kForward);
  ASSERT_TRUE(client_.Send("lost"));
  server_.Reply("heard");
  EXPECT_EQ(client_.ReceiveDatagram(), "heard");
  ASSERT_TRUE(Eventually([&] { return Counters().dropped == 1; }));
  proxy_.Heal("link");
  ASSERT_TRUE(client_.Send("after"));
  EXPECT_EQ(server_.Receive(), "after");
}

TEST_F(ProxyUdpTest, ACutLosesWhatIsOnItsWay) {
  proxy_.Delay("link", std::chrono::hours(1));
  ASSERT_TRUE(client_.Send("on its way"));
  proxy_.Cut("link");
  proxy_.Heal("link");
  ASSERT_TRUE(client_.Send("after"));
  EXPECT_EQ(server_.Receive(), "after");
  EXPECT_EQ(Counters().dropped, 1u);
}

TEST_F(ProxyUdpTest, AThrottledLinkIsNotFasterThanItsRate) {
  proxy_.Throttle("link", 10'000);
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client_.Send(std::string(100, 'x')));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(server_.Receive().size(), 100u);
  EXPECT_GE(std::chrono::steady_clock::now() - began, milliseconds(50));
  EXPECT_GE(Counters().throttled, 1u);
}

TEST_F(ProxyUdpTest, ATargetThatIsDownIsNotTheEnd) {
  std::uint16_t free_port = 0;
  {
    const DatagramServer gone;
    free_port = gone.port();
  }
  const Peer client = DatagramsTo(proxy_.AddLink({"down", LinkProtocol::kUdp, 0, free_port}));
  ASSERT_TRUE(client.Send("1"));
  ASSERT_TRUE(client.Send("2"));
  EXPECT_TRUE(Eventually([&] { return proxy_.Counters("down").refused_by_target > 0; }));
}

TEST_F(ProxyUdpTest, ForgottenClientsAreServedAnew) {
  ASSERT_TRUE(client_.Send("1"));
  EXPECT_EQ(server_.Receive(), "1");
  EXPECT_EQ(proxy_.DropConnections("link"), 1u);
  ASSERT_TRUE(client_.Send("2"));
  EXPECT_EQ(server_.Receive(), "2");
  server_.Reply("to you");
  EXPECT_EQ(client_.ReceiveDatagram(), "to you");
}

TEST_F(ProxyUdpTest, HasNoConnectionsThatCouldBeHalfOpen) {
  try {
    proxy_.HalfOpen("link", LinkSide::kClient);
    FAIL() << "half open";
  } catch (const ProxyError& error) {
    EXPECT_STREQ(error.what(),
                 "link 'link' is of UDP: it has no connections that could be half open");
  }
}

}  // namespace
}  // namespace adapter
