// What a server's clients cannot do to it, and settings that it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "quorum/descriptor.h"
#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/testing/manual_clock.h"
#include "sut/paxos/testing/recorder.h"
#include "sut/paxos/testing/test_process.h"
#include "sut/paxos/testing/test_raw_call.h"

namespace paxos {
namespace {

using testing::HasSubstr;

/// A server that may have so many descriptors.
Server StartWithDescriptors(rlim_t descriptors, const std::string& peers) {
  rlimit before;
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few = {descriptors, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  Server server(0, peers);
  setrlimit(RLIMIT_NOFILE, &before);
  return server;
}

quorum::Descriptor Connect(int port) {
  quorum::Descriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    throw std::runtime_error("cannot connect");
  }
  return client;
}

TEST(ServerLimitsTest, AfterAFloodOfConnectionsItServesAgain) {
  const std::vector<int> ports = ReservePorts(1);
  const std::string peers = PeersOn(ports);
  Server server = StartWithDescriptors(160, peers);
  {
    std::vector<quorum::Descriptor> idle;
    for (int i = 0; i < 300; ++i) idle.push_back(Connect(ports[0]));
    EXPECT_TRUE(
        server.Logs("refuses connections: of 160 descriptors (ulimit -n), all but 50 are "
                    "in use"));
  }
  // The connections have ended; when the server has seen it, a client gets in.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  std::string answer = Propose(peers, "M1");
  while (answer != "M1" && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    answer = Propose(peers, "M1");
  }
  EXPECT_EQ(answer, "M1");
}

TEST(ServerLimitsTest, WhoIsConnectedIsServedDuringAFlood) {
  const std::vector<int> ports = ReservePorts(1);
  const std::string peers = PeersOn(ports);
  Server server = StartWithDescriptors(160, peers);
  const auto stub = Paxos::NewStub(ChannelTo(ParsePeers(peers)[0].address));
  const auto status = [&stub] {
    grpc::ClientContext context;
    StatusReply reply;
    return stub->Status(&context, StatusRequest(), &reply).ok();
  };
  ASSERT_TRUE(status());
  std::vector<quorum::Descriptor> idle;
  for (int i = 0; i < 300; ++i) idle.push_back(Connect(ports[0]));
  ASSERT_TRUE(server.Logs("refuses connections"));
  EXPECT_TRUE(status());
}

/// One replica of three, so that clients wait.
class CallLimitTest : public testing::Test {
 protected:
  CallLimitTest() {
    ReplicaConfig config;
    config.replicas = 3;
    config.quorum_sizes = QuorumSizes::Majority(3);
    const auto limits = std::make_shared<ServerLimits>();
    limits->calls = 1;
    ReplicaServer::Options options;
    options.limits = limits;
    server_ =
        std::make_unique<ReplicaServer>(config, "127.0.0.1:0", clock_, storage_, nullptr, options);
    server_->Connect(
        {server_->endpoint(), {1, "127.0.0.1:1", nullptr}, {2, "127.0.0.1:2", nullptr}});
    stub_ = Paxos::NewStub(ChannelTo(server_->endpoint().address));
  }
  ~CallLimitTest() override { server_->Disconnect(); }

  grpc::Status Wait(grpc::ClientContext& context) {
    ClientReply reply;
    return stub_->Wait(&context, WaitRequest(), &reply);
  }

  ManualClock clock_;
  MemoryStorage storage_;
  std::unique_ptr<ReplicaServer> server_;
  std::unique_ptr<Paxos::Stub> stub_;
};

TEST_F(CallLimitTest, ACallBeyondTheMostIsRefused) {
  std::array<grpc::ClientContext, 2> contexts;
  std::array<std::future<grpc::Status>, 2> calls;
  for (std::size_t i = 0; i < 2; ++i) {
    calls[i] = std::async(std::launch::async, [&, i] { return Wait(contexts[i]); });
  }
  const auto is_over = [](const std::future<grpc::Status>& call) {
    return call.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready;
  };
  while (!is_over(calls[0]) && !is_over(calls[1])) continue;
  const std::size_t late = is_over(calls[0]) ? 0 : 1;  // the other one came first, and waits
  const grpc::Status refused = calls[late].get();
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(refused.error_message(), "too many open calls");
  contexts[1 - late].TryCancel();
  EXPECT_EQ(calls[1 - late].get().error_code(), grpc::StatusCode::CANCELLED);
}

std::string Refusal(const std::string& program, const std::string& flags) {
  const Ended ended = RunCommand("timeout 20 " + kBin + program + " " + flags);
  EXPECT_EQ(ended.code, 2) << ended.output;
  return ended.output;
}

TEST(ServerSettingsTest, AddressesArePlacesToListenOn) {
  EXPECT_THAT(Refusal("paxos_server", "--id 0 --peers 0=127.0.0.1"),
              HasSubstr("--peers: replica 0 '127.0.0.1': expected HOST:PORT or unix:PATH"));
  EXPECT_THAT(Refusal("paxos_server", "--id 0 --peers 0=127.0.0.1:99999"),
              HasSubstr("--peers: replica 0 '127.0.0.1:99999': its port must be 1 to 65535"));
  EXPECT_THAT(Refusal("paxos_server", "--id 0 --peers 0=127.0.0.1:80 --listen 127.0.0.1:65536"),
              HasSubstr("--listen '127.0.0.1:65536': its port must be 0 to 65535"));
  EXPECT_THAT(Refusal("paxos_client", "--servers 0=127.0.0.1:0 status"),
              HasSubstr("--servers: replica 0 '127.0.0.1:0': its port must be 1 to 65535"));
}

TEST(ServerSettingsTest, AQuorumOfNobodyIsRefused) {
  EXPECT_THAT(Refusal("paxos_server", "--id 0 --peers 0=127.0.0.1:80 --prepare-quorum 0"),
              HasSubstr("prepare quorum of 0: it must be 1 to 1, the number of replicas"));
  EXPECT_THAT(Refusal("paxos_client", "--servers 0=127.0.0.1:80 --quorum 0 status"),
              HasSubstr("--quorum 0: it must be 1 to 1, the number of replicas"));
}

TEST(ServerSettingsTest, AnEmptyFlagIsRefused) {
  EXPECT_THAT(Refusal("paxos_server", "--id 0 --peers 0=127.0.0.1:80 --data-dir ''"),
              HasSubstr("--data-dir: it is empty; expected a folder"));
  EXPECT_THAT(Refusal("paxos_client", "--servers 0=127.0.0.1:80 --tls-ca '' status"),
              HasSubstr("--tls-ca: it is empty; expected a file"));
}

TEST(ServerSettingsTest, TooFewDescriptorsAreRefused) {
  const Ended ended =
      RunCommand("ulimit -n 40; timeout 20 " + kBin + "paxos_server --id 0 --peers 0=127.0.0.1:80");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.output,
              HasSubstr("the limit on descriptors (ulimit -n) is 40: this server needs "
                        "at least 100"));
}

}  // namespace
}  // namespace paxos
