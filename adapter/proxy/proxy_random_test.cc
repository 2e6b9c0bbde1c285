// Random controls, while many clients talk through a link: what arrives is what was sent, in order
// and from its beginning; who is not reset gets all; and afterwards the link is as good as new.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "adapter/proxy/proxy.h"
#include "adapter/proxy/testing/peers.h"
#include "base/split_mix64.h"

namespace adapter {
namespace {

constexpr std::size_t kConversation = 200'000;

char ByteAt(std::size_t index) { return static_cast<char>(index * 7 + index / 256); }

// Sends back what comes, to one client after the other, each on a thread of its own.
class EchoServer {
 public:
  EchoServer() : accepting_([this] { Accept(); }) {}
  ~EchoServer() {
    is_ending_ = true;
    ConnectTo(port());
    accepting_.join();
    for (std::thread& thread : echoing_) thread.join();
  }
  std::uint16_t port() const { return listening_.port(); }

 private:
  void Accept() {
    while (true) {
      Peer peer = listening_.Accept();
      if (is_ending_) return;
      echoing_.emplace_back([client = std::move(peer)]() mutable { Echo(client); });
    }
  }
  static void Echo(Peer& client) {
    std::string buffer(4096, '\0');
    ssize_t count = 0;
    while ((count = ::recv(client.socket(), buffer.data(), buffer.size(), 0)) > 0) {
      if (!client.Send(buffer.substr(0, static_cast<std::size_t>(count)))) break;
    }
    if (count != 0) client.Reset();
  }

  ListeningServer listening_;
  std::atomic<bool> is_ending_{false};
  std::vector<std::thread> echoing_;
  std::thread accepting_;
};

struct Conversations {
  std::atomic<std::uint64_t> whole{0};
  std::atomic<std::uint64_t> broken{0};
  std::atomic<std::uint64_t> wrong{0};
};

// One conversation: says all, and hears it again, unless the connection is reset.
void Talk(std::uint16_t port, Conversations& conversations) {
  const Peer client = ConnectTo(port);
  if (!client) {
    ++conversations.broken;
    // Leaves the processor to those that have a connection.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return;
  }
  bool has_said_all = false;
  std::thread speaker([&client, &has_said_all] {
    std::string all(kConversation, '\0');
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = ByteAt(i);
    has_said_all = client.Send(all);
    if (has_said_all) client.ShutDown();
  });
  std::size_t heard = 0;
  std::string buffer(8192, '\0');
  ssize_t count = 0;
  while ((count = ::recv(client.socket(), buffer.data(), buffer.size(), 0)) > 0) {
    for (ssize_t i = 0; i < count; ++i) {
      if (buffer[static_cast<std::size_t>(i)] != ByteAt(heard++)) ++conversations.wrong;
    }
  }
  ::shutdown(client.socket(), SHUT_RDWR);
  speaker.join();
  // A reset is told once: to the speaker, and the listener hears an end, or the other way round.
  const bool has_ended = count == 0 && has_said_all;
  if (has_ended && heard != kConversation) ++conversations.wrong;
  ++(has_ended ? conversations.whole : conversations.broken);
}

void Disturb(Proxy& proxy, base::SplitMix64& random) {
  switch (random.Next() % 9) {
    case 0:
      proxy.Cut("link");
      break;
    case 1:
      proxy.Partition("link", Direction::kForward);
      break;
    case 2:
      proxy.Partition("link", Direction::kBackward);
      break;
    case 3:
      proxy.Delay("link", std::chrono::milliseconds(random.Next() % 3));
      break;
    case 4:
      proxy.Throttle("link", 1'000'000 + random.Next() % 50'000'000);
      break;
    case 5:
      proxy.DropConnections("link");
      break;
    case 6:
      proxy.HalfOpen("link", random.Next() % 2 == 0 ? LinkSide::kClient : LinkSide::kTarget);
      break;
    default:
      proxy.Heal("link");
  }
}

class ProxyRandomTest : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(ProxyRandomTest, NothingWrongArrives) {
  EchoServer server;
  Proxy proxy;
  const std::uint16_t port = proxy.AddLink({"link", LinkProtocol::kTcp, 0, server.port()});
  Conversations conversations;
  std::atomic<bool> is_over{false};
  std::vector<std::thread> clients;
  constexpr int kClients = 6;
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back([&] {
      while (!is_over) Talk(port, conversations);
    });
  }
  base::SplitMix64 random(GetParam());
  constexpr int kControls = 200;
  for (int i = 0; i < kControls; ++i) {
    Disturb(proxy, random);
    // Something passes, or cannot, before the next one.
    std::this_thread::sleep_for(std::chrono::microseconds(random.Next() % 1500));
  }
  is_over = true;
  proxy.Heal("link");
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(conversations.wrong, 0u);
  EXPECT_GE(conversations.broken, 1u);

  Talk(port, conversations);
  EXPECT_GE(conversations.whole, 1u);
  EXPECT_TRUE(Eventually([&] { return proxy.Counters("link").open == 0; }));
}

INSTANTIATE_TEST_SUITE_P(Seeds, ProxyRandomTest, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace adapter
