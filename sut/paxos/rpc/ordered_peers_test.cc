// Over which calls a replica reaches its peers: with an order, over the streams of the ordering
// service; without one, by an RPC for each message.
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "quorum/ordering_service.h"
#include "sut/paxos/paxos.quorum.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/testing/manual_clock.h"
#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

// A peer that hears pings on streams only.
class StreamPeer {
 public:
  StreamPeer() : streams_(Calls()) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&streams_);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    server_ = builder.BuildAndStart();
  }
  ~StreamPeer() {
    streams_.Close();
    server_->Shutdown();
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int pings() const { return pings_; }

 private:
  std::shared_ptr<const quorum::Dispatcher> Calls() {
    auto calls = std::make_shared<quorum::Dispatcher>();
    calls->Add<PingRequest, PingReply>(
        PaxosNodes::kPing, [this](const PingRequest&, const quorum::Respond<PingReply>& respond) {
          ++pings_;
          respond(quorum::NodeResult<PingReply>::Ok({}));
        });
    return calls;
  }

  std::atomic<int> pings_ = 0;
  quorum::OrderingService streams_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

// How many pings of its first period a replica of this order brings to a peer that has streams
// only.
int PingsOverStreams(quorum::Order order) {
  const StreamPeer peer;
  ManualClock clock;
  MemoryStorage storage;
  Recorder recorder;
  ReplicaConfig config;
  config.id = 0;
  config.replicas = 2;
  config.quorum_sizes = QuorumSizes::Majority(2);
  config.delay = std::chrono::milliseconds(100);
  config.timeout = std::chrono::seconds(60);  // nothing waits for it
  ReplicaServer::Options options;
  options.order = order;
  ReplicaServer server(config, "127.0.0.1:0", clock, storage, &recorder, options);
  server.Connect({server.endpoint(), {1, peer.address(), nullptr}});
  EXPECT_TRUE(recorder.Await(Point::kPingsDone, 1));
  server.Disconnect();
  return peer.pings();
}

TEST(OrderedPeers, AreReachedOverStreams) { EXPECT_EQ(PingsOverStreams(quorum::Order::kFifo), 1); }

TEST(UnorderedPeers, AreReachedByRpcsOfTheirOwn) {
  EXPECT_EQ(PingsOverStreams(quorum::Order::kNone), 0);
}

}  // namespace
}  // namespace paxos
