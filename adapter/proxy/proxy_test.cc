// Links without faults pass on what a direct connection would.
#include "adapter/proxy/proxy.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "adapter/proxy/testing/peers.h"

namespace adapter {
namespace {

std::string Pattern(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
  return bytes;
}

// A link to a server.
class ProxyTest : public ::testing::Test {
 protected:
  struct Connection {
    Peer client;
    Peer server;
  };
  Connection Connect() {
    Connection connection;
    connection.client = ConnectTo(port_);
    connection.server = target_.Accept();
    return connection;
  }

  ListeningServer target_;
  Proxy proxy_;
  std::uint16_t port_ = proxy_.AddLink({"link", LinkProtocol::kTcp, 0, target_.port()});
};

TEST_F(ProxyTest, PassesDataBothWays) {
  const Connection one = Connect();
  ASSERT_TRUE(one.client.Send("question"));
  EXPECT_EQ(one.server.Receive(8), "question");
  ASSERT_TRUE(one.server.Send("answer"));
  EXPECT_EQ(one.client.Receive(6), "answer");
  const LinkCounters counters = proxy_.Counters("link");
  EXPECT_EQ(counters.connections, 1u);
  EXPECT_EQ(counters.open, 1u);
  EXPECT_EQ(counters.forward_bytes, 8u);
  EXPECT_EQ(counters.backward_bytes, 6u);
}

TEST_F(ProxyTest, PassesMuchDataUnchanged) {
  const Connection one = Connect();
  const std::string much = Pattern(20 << 20);
  std::thread sender([&] { EXPECT_TRUE(one.client.Send(much)); });
  EXPECT_TRUE(one.server.Receive(much.size()) == much);
  sender.join();
}

TEST_F(ProxyTest, AHalfCloseIsOneOnTheOtherSideToo) {
  const Connection one = Connect();
  ASSERT_TRUE(one.client.Send("last"));
  one.client.ShutDown();
  EXPECT_EQ(one.server.Receive(5), "last");
  EXPECT_EQ(one.server.Next(), "end");
  ASSERT_TRUE(one.server.Send("still heard"));
  EXPECT_EQ(one.client.Receive(11), "still heard");
  one.server.ShutDown();
  EXPECT_EQ(one.client.Next(), "end");
  EXPECT_TRUE(Eventually([&] { return proxy_.Counters("link").open == 0; }));
}

TEST_F(ProxyTest, AResetOfTheClientReachesTheServer) {
  Connection one = Connect();
  ASSERT_TRUE(one.server.Send("x"));
  EXPECT_EQ(one.client.Receive(1), "x");
  one.client.Reset();
  EXPECT_EQ(one.server.Next(), "reset");
}

TEST_F(ProxyTest, AResetOfTheServerReachesTheClient) {
  Connection one = Connect();
  one.server.Reset();
  EXPECT_EQ(one.client.Next(), "reset");
}

TEST_F(ProxyTest, AServerThatFailsAfterItsEndResetsTheClient) {
  Connection one = Connect();
  one.server.ShutDown();
  EXPECT_EQ(one.client.Next(), "end");
  one.server.Reset();
  EXPECT_TRUE(Eventually([&] { return proxy_.Counters("link").open == 0; }));
  EXPECT_TRUE(Eventually([&] { return !one.client.Send("x"); }));
}

TEST_F(ProxyTest, ATargetThatIsDownResetsAndMayComeBack) {
  target_.Close();
  const Peer client = ConnectTo(port_);
  ASSERT_TRUE(client);
  EXPECT_EQ(client.Next(), "reset");
  EXPECT_EQ(proxy_.Counters("link").refused_by_target, 1u);
  target_ = ListeningServer(target_.port());
  const Connection one = Connect();
  ASSERT_TRUE(one.client.Send("again"));
  EXPECT_EQ(one.server.Receive(5), "again");
}

TEST_F(ProxyTest, WhoSendsToOneThatDoesNotReadWaits) {
  const Connection one = Connect();
  const std::string block = Pattern(1 << 16);
  std::size_t sent = 0;
  // Until both the sockets and the proxy are full; if the proxy took all, it would go on for ever.
  constexpr std::size_t kTooMuch = std::size_t{256} << 20;
  const timeval patience = {0, 300'000};
  ::setsockopt(one.client.socket(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  std::string all;
  while (sent < kTooMuch) {
    const ssize_t count = ::send(one.client.socket(), block.data(), block.size(), MSG_NOSIGNAL);
    if (count <= 0) break;
    all.append(block, 0, static_cast<std::size_t>(count));
    sent += static_cast<std::size_t>(count);
  }
  EXPECT_LT(sent, kTooMuch);
  one.client.ShutDown();
  EXPECT_TRUE(one.server.Receive(sent + 1) == all);
}

TEST_F(ProxyTest, ServesThousandsOfConnections) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit before = limit;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  // Each takes four descriptors of this process.
  const std::size_t count = std::min<std::size_t>(2000, (limit.rlim_cur - 100) / 4);
  std::vector<Connection> connections;
  for (std::size_t i = 0; i < count; ++i) connections.push_back(Connect());
  for (const Connection& one : connections) ASSERT_TRUE(one.client.Send("x"));
  for (const Connection& one : connections) ASSERT_EQ(one.server.Receive(1), "x");
  EXPECT_EQ(proxy_.Counters("link").open, count);
  connections.clear();
  EXPECT_TRUE(Eventually([&] { return proxy_.Counters("link").open == 0; }));
  ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST_F(ProxyTest, LinksAreIndependent) {
  const ListeningServer other;
  const std::uint16_t port = proxy_.AddLink({"other", LinkProtocol::kTcp, 0, other.port()});
  proxy_.Cut("link");
  const Peer client = ConnectTo(port);
  ASSERT_TRUE(client);
  const Peer server = other.Accept();
  ASSERT_TRUE(client.Send("x"));
  EXPECT_EQ(server.Receive(1), "x");
  EXPECT_EQ(proxy_.Counters("link").forward_bytes, 0u);
}

TEST_F(ProxyTest, ItsEndResetsConnections) {
  Peer client;
  Peer server;
  {
    Proxy proxy;
    client = ConnectTo(proxy.AddLink({"link", LinkProtocol::kTcp, 0, target_.port()}));
    server = target_.Accept();
    ASSERT_TRUE(client.Send("x"));
    EXPECT_EQ(server.Receive(1), "x");
  }
  EXPECT_EQ(client.Next(), "reset");
  EXPECT_EQ(server.Next(), "reset");
}

template <typename Call>
std::string ErrorOf(Call call) {
  try {
    call();
  } catch (const ProxyError& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(ProxyTest, RefusesALinkThatIsThereAlready) {
  EXPECT_EQ(ErrorOf([&] {
              proxy_.AddLink({"link", LinkProtocol::kTcp, 0, 1});
            }),
            "link 'link' is there already");
}

TEST_F(ProxyTest, RefusesALinkThatWasNotAdded) {
  EXPECT_EQ(ErrorOf([&] { proxy_.Cut("lnik"); }), "there is no link 'lnik'");
}

TEST_F(ProxyTest, NamesAPortThatIsTaken) {
  const std::uint16_t port = target_.port();
  EXPECT_EQ(
      ErrorOf([&] {
        proxy_.AddLink({"second", LinkProtocol::kTcp, port, 1});
      }),
      "link 'second' cannot listen at port " + std::to_string(port) + ": Address already in use");
  EXPECT_EQ(ErrorOf([&] { proxy_.Cut("second"); }), "there is no link 'second'");
}

TEST_F(ProxyTest, RefusesFaultsOfDatagrams) {
  EXPECT_EQ(ErrorOf([&] { proxy_.Disturb("link", {}); }),
            "link 'link' is of TCP: it has no datagrams to disturb");
}

}  // namespace
}  // namespace adapter
