// The server as operators meet it: health checks, reflection, its log, and its orderly end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/rpc/client_calls.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/testing/manual_clock.h"
#include "sut/paxos/testing/recorder.h"
#include "sut/paxos/testing/test_process.h"
#include "sut/paxos/testing/test_raw_call.h"

namespace paxos {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

std::string AddressOf(const std::string& peers, std::size_t id) {
  return ParsePeers(peers).at(id).address;
}

// grpc.health.v1.Health/Check: HealthCheckRequest{string service = 1}.
RawReply CheckHealth(const std::string& address, const std::string& service) {
  std::string request;
  if (!service.empty())
    request = "\x0a" + std::string(1, static_cast<char>(service.size())) + service;
  return RawCall(ChannelTo(address), "/grpc.health.v1.Health/Check", request);
}

TEST(ServerOperationsTest, HealthServiceSaysServing) {
  const std::string peers = PeersOn(ReservePorts(1));
  const Server server(0, peers);
  for (const char* service : {"", "paxos.Paxos"}) {
    const RawReply reply = CheckHealth(AddressOf(peers, 0), service);
    EXPECT_TRUE(reply.status.ok()) << reply.status.error_message();
    EXPECT_EQ(reply.bytes, "\x08\x01");  // status = SERVING
  }
  EXPECT_EQ(CheckHealth(AddressOf(peers, 0), "paxos.Unknown").status.error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST(ServerOperationsTest, ReflectionListsTheService) {
  const std::string peers = PeersOn(ReservePorts(1));
  const Server server(0, peers);
  grpc::GenericStub stub(ChannelTo(AddressOf(peers, 0)));
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareCall(
      &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  const auto await = [&queue] {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  };
  call->StartCall(nullptr);
  ASSERT_TRUE(await());
  call->Write(BufferOf("\x3a\x01*"), nullptr);  // ServerReflectionRequest{list_services = "*"}
  ASSERT_TRUE(await());
  grpc::ByteBuffer reply;
  call->Read(&reply, nullptr);
  ASSERT_TRUE(await());
  EXPECT_THAT(BytesOf(reply), HasSubstr("paxos.Paxos"));
  context.TryCancel();
  grpc::Status status;
  call->Finish(&status, nullptr);
  await();
}

TEST(ServerOperationsTest, LogIsKeysAndValues) {
  const Ended ended = RunCommand("timeout 20 " + kBin +
                                 "paxos_server --id 0 --peers 0=127.0.0.1:1 --listen nowhere:1");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.output,
              ContainsRegex("^time=[-0-9T:.+]+ level=warning program=paxos_server pid=[0-9]+ "
                            "msg=\"replica 0 has no --data-dir: once it ends, it must never come "
                            "back\" event=storage replica=0\n"
                            "time=[-0-9T:.+]+ level=error program=paxos_server pid=[0-9]+ "
                            "msg=\"replica 0 cannot listen on nowhere:1: .*\" event=refused\n$"));
}

// One replica of three in this process, so that nothing is decided before the test says so.
class DrainTest : public testing::Test {
 protected:
  DrainTest() {
    server_->Connect(
        {server_->endpoint(), {1, "127.0.0.1:1", nullptr}, {2, "127.0.0.1:2", nullptr}});
  }
  ~DrainTest() override { server_->Disconnect(); }

  static ReplicaConfig Config() {
    ReplicaConfig config;
    config.replicas = 3;
    config.quorum_sizes = QuorumSizes::Majority(3);
    return config;
  }
  std::future<grpc::Status> Propose() {
    return std::async(std::launch::async, [this] {
      grpc::ClientContext context;
      ClientRequest request;
      ClientReply reply;
      return stub_->ClientHandle(&context, request, &reply);
    });
  }
  // A client that does not wait.
  bool RefusesClients() {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(20));
    ClientReply reply;
    return stub_->Wait(&context, WaitRequest(), &reply).error_message() == "the replica ends";
  }
  void Commit() {
    grpc::ClientContext context;
    CommitRequest request;
    CommitReply reply;
    EXPECT_TRUE(stub_->Commit(&context, request, &reply).ok());
  }

  ManualClock clock_;
  MemoryStorage storage_;
  Recorder recorder_;
  std::unique_ptr<ReplicaServer> server_ =
      std::make_unique<ReplicaServer>(Config(), "127.0.0.1:0", clock_, storage_, &recorder_);
  std::unique_ptr<Paxos::Stub> stub_ = Paxos::NewStub(ChannelTo(server_->endpoint().address));
};

TEST_F(DrainTest, RefusesNewClientsAndServesReplicas) {
  server_->Drain(Duration(0));
  const grpc::Status status = Propose().get();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "the replica ends");
  Commit();
}

TEST_F(DrainTest, ClientThatWaitsStillGetsTheDecidedValue) {
  auto answer = Propose();
  ASSERT_TRUE(recorder_.Await(Point::kClientRequest, 1));
  auto drained =
      std::async(std::launch::async, [this] { server_->Drain(std::chrono::minutes(1)); });
  while (!RefusesClients()) std::this_thread::yield();
  Commit();
  EXPECT_TRUE(answer.get().ok());
  drained.get();
}

TEST_F(DrainTest, ClientThatWaitsInVainIsTold) {
  auto answer = Propose();
  ASSERT_TRUE(recorder_.Await(Point::kClientRequest, 1));
  server_->Drain(Duration(1));
  server_->Disconnect();
  const grpc::Status status = answer.get();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "the replica does not answer");
}

TEST(ClientCallsTest, DrainWaitsForTheCallsThatAreOpen) {
  const auto calls = std::make_shared<ClientCalls>(2, 2);
  ClientCalls::Open first = calls->Enter("one").open;
  ClientCalls::Open second = calls->Enter("one").open;
  ASSERT_NE(first, nullptr);
  auto drained = std::async(std::launch::async, [&] { calls->Drain(std::chrono::minutes(1)); });
  EXPECT_TRUE(calls->Enter("one").full);
  while (calls->Enter("one").full) std::this_thread::yield();
  first = nullptr;
  EXPECT_EQ(drained.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  second = nullptr;
  drained.get();
}

TEST(ClientCallsTest, DrainEndsWithTheGraceTime) {
  const auto calls = std::make_shared<ClientCalls>(2, 2);
  const ClientCalls::Open open = calls->Enter("one").open;
  calls->Drain(Duration(1));
  EXPECT_EQ(calls->Enter("one").open, nullptr);
}

TEST(ClientCallsTest, NoMoreThanTheMostAreOpen) {
  const auto calls = std::make_shared<ClientCalls>(1, 1);
  ClientCalls::Open first = calls->Enter("one").open;
  EXPECT_EQ(calls->Enter("one").open, nullptr);
  EXPECT_TRUE(calls->Enter("one").full);
  first = nullptr;
  EXPECT_NE(calls->Enter("one").open, nullptr);
}

TEST(ClientCallsTest, OneClientLeavesRoomForOthers) {
  const auto calls = std::make_shared<ClientCalls>(3, 1);
  ClientCalls::Open first = calls->Enter("one").open;
  EXPECT_TRUE(calls->Enter("one").full);
  EXPECT_NE(calls->Enter("other").open, nullptr);
  first = nullptr;
  EXPECT_NE(calls->Enter("one").open, nullptr);
}

TEST(ClientCallsTest, WhoHasNoNameIsCountedWithAll) {
  const auto calls = std::make_shared<ClientCalls>(2, 1);
  const ClientCalls::Open first = calls->Enter("").open;
  const ClientCalls::Open second = calls->Enter("").open;
  EXPECT_NE(second, nullptr);
  EXPECT_TRUE(calls->Enter("").full);
}

}  // namespace
}  // namespace paxos
