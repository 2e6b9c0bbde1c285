// What a stranger, a broken program or too many clients can do to replicas on real sockets: each
// bad message gets a status that says what is wrong and changes nothing, and one value is decided.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/roles/wire_check.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/testing/manual_clock.h"
#include "sut/paxos/testing/recorder.h"
#include "sut/paxos/testing/test_raw_call.h"

namespace paxos {
namespace {

using grpc::StatusCode;
using testing::SizeIs;

constexpr int kReplicas = 3;

class WireRobustnessTest : public testing::Test {
 protected:
  WireRobustnessTest() : storages_(kReplicas) {
    for (ReplicaId id = 0; id < kReplicas; ++id) {
      ReplicaConfig config;
      config.id = id;
      config.replicas = kReplicas;
      config.quorum_sizes = QuorumSizes::Majority(kReplicas);
      config.timeout = std::chrono::minutes(1);
      servers_.push_back(std::make_unique<ReplicaServer>(
          config, "127.0.0.1:0", clock_, storages_[static_cast<std::size_t>(id)], &recorder_));
    }
    for (const auto& server : servers_) endpoints_.push_back(server->endpoint());
    for (const auto& server : servers_) server->Connect(endpoints_);
  }
  ~WireRobustnessTest() override {
    for (const auto& server : servers_) server->Disconnect();
  }

  // Calls replica 1 with these bytes.
  RawReply Call(const std::string& method, const std::string& bytes) const {
    return RawCall(ChannelTo(endpoints_[1].address), "/paxos.Paxos/" + method, bytes);
  }
  void ExpectRefused(const std::string& method, const std::string& bytes, StatusCode code,
                     const std::string& message) const {
    const RawReply reply = Call(method, bytes);
    EXPECT_EQ(reply.status.error_code(), code) << method;
    EXPECT_EQ(reply.status.error_message(), message) << method;
  }
  // Nobody was harmed: replica 1 has saved nothing, and the system decides.
  void ExpectUnharmed() {
    EXPECT_EQ(storages_[1].Load(), StoredState());
    EXPECT_EQ(Decide("M1"), "M1");
  }
  std::string Decide(const std::string& value) const {
    Client client(endpoints_, {});
    const Client::Result result = client.Propose(value);
    return result.ok() ? result.value().value : ToString(result.error());
  }
  std::set<std::string> DecidedValues() const {
    std::set<std::string> values;
    for (const Event& event : recorder_.At(Point::kLearned)) values.insert(*event.value);
    for (const Event& event : recorder_.At(Point::kPhaseTwoQuorum)) values.insert(*event.value);
    return values;
  }

  ManualClock clock_;
  Recorder recorder_;
  std::vector<MemoryStorage> storages_;
  std::vector<std::unique_ptr<ReplicaServer>> servers_;
  std::vector<quorum::Endpoint> endpoints_;
};

template <class Message>
std::string WithRound(Round rnd) {
  Message message;
  message.set_rnd(rnd);
  return message.SerializeAsString();
}

TEST_F(WireRobustnessTest, BytesThatAreNoMessageAreRefused) {
  const std::string cut_off =
      "\x0a\x7f"
      "M1";  // a field of 127 bytes, of which two are there
  for (const char* method :
       {"Prepare", "Accept", "Commit", "ClientHandle", "Ping", "Wait", "Status"}) {
    for (const std::string& bytes : {std::string("\xff\xff\xff\xff"), cut_off}) {
      ExpectRefused(method, bytes, StatusCode::INVALID_ARGUMENT, "the request is malformed");
    }
  }
  ExpectRefused("Nonsense", "", StatusCode::UNIMPLEMENTED, "");
  ExpectUnharmed();
}

TEST_F(WireRobustnessTest, RoundsOutOfRangeAreRefused) {
  const std::string message = "a round is out of range (0 to 2^62)";
  for (const Round rnd : {Round{-1}, INT64_MIN, INT64_MAX, kMaxRound + 1}) {
    ExpectRefused("Prepare", WithRound<PrepareRequest>(rnd), StatusCode::INVALID_ARGUMENT, message);
    ExpectRefused("Accept", WithRound<AcceptRequest>(rnd), StatusCode::INVALID_ARGUMENT, message);
    ExpectRefused("Commit", WithRound<CommitRequest>(rnd), StatusCode::INVALID_ARGUMENT, message);
  }
  ExpectUnharmed();
}

TEST_F(WireRobustnessTest, PingOfAnUnknownSenderIsRefused) {
  for (const ReplicaId from : {-1, kReplicas, 1000}) {
    PingRequest request;
    request.set_from(from);
    ExpectRefused("Ping", request.SerializeAsString(), StatusCode::INVALID_ARGUMENT,
                  "the sender is not one of the replicas");
  }
  ExpectUnharmed();
}

TEST_F(WireRobustnessTest, ValuesThatAreTooLongAreRefused) {
  ClientRequest request;
  request.set_value(std::string(kMaxValueBytes + 1, 'x'));
  ExpectRefused("ClientHandle", request.SerializeAsString(), StatusCode::INVALID_ARGUMENT,
                "a value is too long (at most 1048576 bytes)");
  request.set_value(std::string(8 << 20, 'x'));
  const RawReply huge = Call("ClientHandle", request.SerializeAsString());
  EXPECT_EQ(huge.status.error_code(), StatusCode::RESOURCE_EXHAUSTED)
      << huge.status.error_message();
  ExpectUnharmed();
}

TEST_F(WireRobustnessTest, LongestValueIsDecided) {
  const std::string value(kMaxValueBytes, 'x');
  EXPECT_TRUE(Decide(value) == value);
}

TEST_F(WireRobustnessTest, ClientsThatVanishInMidCallLeaveNothingBehind) {
  // At replica 1, which is not the leader, so that they wait.
  const auto channel = ChannelTo(endpoints_[1].address);
  const auto stub = Paxos::NewStub(channel);
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::future<grpc::Status>> calls;
  for (int i = 0; i < 50; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    calls.push_back(std::async(std::launch::async, [&stub, context = contexts.back().get()] {
      ClientRequest request;
      request.set_value("vanished");
      ClientReply reply;
      return stub->ClientHandle(context, request, &reply);
    }));
  }
  ASSERT_TRUE(recorder_.Await(Point::kClientRequest, 50));
  for (const auto& context : contexts) context->TryCancel();
  for (auto& call : calls) EXPECT_EQ(call.get().error_code(), StatusCode::CANCELLED);
  ExpectUnharmed();
}

TEST_F(WireRobustnessTest, ConnectionsThatSpeakNonsenseAreDropped) {
  const std::string& address = endpoints_[1].address;
  for (const std::string text :
       {"", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x01", "GET / HTTP/1.1\r\n\r\n"}) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port =
        htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
    ASSERT_EQ(connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof(to)), 0);
    EXPECT_EQ(send(fd, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
    close(fd);
  }
  ExpectUnharmed();
}

TEST_F(WireRobustnessTest, ThousandConcurrentClientsGetOneValue) {
  constexpr int kClients = 1000;
  rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  // Each client connects to each replica, and both ends are in this process.
  if (files.rlim_cur < 2 * kReplicas * kClients + 1000) GTEST_SKIP() << "too few open files";
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<std::future<Client::Result>> results;
  for (int i = 0; i < kClients; ++i) {
    clients.push_back(std::make_unique<Client>(
        endpoints_, ClientOptions{kReplicas, std::chrono::minutes(2), nullptr}));
    auto promise = std::make_shared<std::promise<Client::Result>>();
    results.push_back(promise->get_future());
    clients.back()->Propose("M" + std::to_string(i),
                            [promise](Client::Result result) { promise->set_value(result); });
  }
  std::set<std::string> answers;
  for (auto& result : results) {
    const Client::Result outcome = result.get();
    answers.insert(outcome.ok() ? outcome.value().value : ToString(outcome.error()));
  }
  EXPECT_THAT(answers, SizeIs(1));
  EXPECT_EQ(DecidedValues(), answers);
}

}  // namespace
}  // namespace paxos
