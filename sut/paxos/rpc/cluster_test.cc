// Replicas on real gRPC servers, over each transport: decisions, failing leaders by moved time,
// restarts, start-up errors, and that nothing is left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/testing/manual_clock.h"
#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::ElementsAre;

constexpr Duration kPeriod = milliseconds(100);

enum class Wire { kTcp, kTcpOrdered, kUnix, kInProcess };

std::string SocketPath(ReplicaId id) {
  return "/tmp/paxos_cluster_test." + std::to_string(getpid()) + "." + std::to_string(id);
}

std::string AddressOf(Wire wire, ReplicaId id) {
  if (wire == Wire::kTcp || wire == Wire::kTcpOrdered) return "127.0.0.1:0";
  return wire == Wire::kUnix ? "unix:" + SocketPath(id) : ReplicaServer::kInProcess;
}

ReplicaConfig ConfigOf(ReplicaId id, int replicas) {
  ReplicaConfig config;
  config.id = id;
  config.replicas = replicas;
  config.quorum_sizes = QuorumSizes::Majority(replicas);
  config.delay = kPeriod;
  config.timeout = std::chrono::seconds(60);  // nothing in these tests waits for it
  return config;
}

class Cluster {
 public:
  Cluster(int replicas, Wire wire) : storages_(static_cast<std::size_t>(replicas)) {
    ReplicaServer::Options options;
    if (wire == Wire::kTcpOrdered) options.order = quorum::Order::kFifo;
    for (ReplicaId id = 0; id < replicas; ++id) {
      servers_.push_back(std::make_unique<ReplicaServer>(
          ConfigOf(id, replicas), AddressOf(wire, id), clock_, storage(id), &recorder_, options));
    }
    for (const auto& server : servers_) endpoints_.push_back(server->endpoint());
    for (const auto& server : servers_) server->Connect(endpoints_);
  }
  ~Cluster() {
    for (const auto& server : servers_) server->Disconnect();
  }

  Recorder& recorder() { return recorder_; }
  const std::vector<quorum::Endpoint>& endpoints() const { return endpoints_; }
  int size() const { return static_cast<int>(servers_.size()); }
  MemoryStorage& storage(ReplicaId id) { return storages_.at(static_cast<std::size_t>(id)); }

  /// Concurrent proposals, one per value; the answers in the order of the values.
  std::vector<std::future<Client::Result>> Propose(Client& client,
                                                   const std::vector<std::string>& values) {
    std::vector<std::future<Client::Result>> results;
    for (const std::string& value : values) {
      auto promise = std::make_shared<std::promise<Client::Result>>();
      results.push_back(promise->get_future());
      client.Propose(value, [promise](Client::Result result) { promise->set_value(result); });
    }
    return results;
  }

  /// Ends the failure detectors' current period (number `period`, counted from 1) and waits until
  /// the pings of the next one are done, at all replicas that have not failed.
  void NextPeriod(std::int64_t period) {
    ASSERT_TRUE(AwaitPings(period));
    clock_.Advance(kPeriod);
    ASSERT_TRUE(AwaitPings(period + 1));
  }

 private:
  bool AwaitPings(std::int64_t period) {
    for (ReplicaId id = 0; id < size(); ++id) {
      const bool done = recorder_.Await(1, [&](const Event& event) {
        if (event.replica != id) return false;
        return event.point == Point::kFailed ||
               (event.point == Point::kPingsDone && event.period == period);
      });
      if (!done) return false;
    }
    return true;
  }

  ManualClock clock_;
  Recorder recorder_;
  std::vector<MemoryStorage> storages_;
  std::vector<std::unique_ptr<ReplicaServer>> servers_;
  std::vector<quorum::Endpoint> endpoints_;
};

std::set<std::string> ValuesOf(std::vector<std::future<Client::Result>>& results) {
  std::set<std::string> values;
  for (auto& result : results) {
    const Client::Result outcome = result.get();
    values.insert(outcome.ok() ? outcome.value().value : quorum::ToString(outcome.error()));
  }
  return values;
}

std::vector<ReplicaId> Proposers(const Recorder& recorder) {
  std::vector<ReplicaId> proposers;
  for (const Event& event : recorder.At(Point::kPrepareSent)) proposers.push_back(event.replica);
  return proposers;
}

class ClusterTest : public testing::TestWithParam<Wire> {};
INSTANTIATE_TEST_SUITE_P(Wires, ClusterTest,
                         testing::Values(Wire::kTcp, Wire::kTcpOrdered, Wire::kUnix,
                                         Wire::kInProcess));

TEST_P(ClusterTest, ConcurrentClientsGetOneOfTheirValues) {
  for (const int replicas : {3, 5}) {
    Cluster cluster(replicas, GetParam());
    Client client(cluster.endpoints(), {});
    auto results = cluster.Propose(client, {"M1", "M2", "M3", "M4"});
    const auto values = ValuesOf(results);
    ASSERT_EQ(values.size(), 1u) << testing::PrintToString(values);
    EXPECT_TRUE((std::set<std::string>{"M1", "M2", "M3", "M4"}.contains(*values.begin())));
    // Clients that come after the decision get it, too.
    const Client::Result late = client.Propose("M9");
    ASSERT_TRUE(late.ok());
    EXPECT_EQ(late.value().value, *values.begin());
  }
}

TEST_P(ClusterTest, LeaderThatFailsAfterPhaseOneIsReplaced) {
  Cluster cluster(3, GetParam());
  cluster.recorder().FailAt(Point::kPhaseOneQuorum, 0);
  Client client(cluster.endpoints(), {});
  auto results = cluster.Propose(client, {"M1", "M2"});
  ASSERT_TRUE(cluster.recorder().Await(Point::kFailed, 1));
  cluster.NextPeriod(1);
  cluster.NextPeriod(2);
  EXPECT_EQ(ValuesOf(results).size(), 1u);
  EXPECT_THAT(Proposers(cluster.recorder()), ElementsAre(0, 1));
  const auto suspicions = cluster.recorder().At(Point::kSuspect);
  EXPECT_EQ(suspicions.size(), 2u);
  for (const Event& event : suspicions) EXPECT_EQ(event.about, 0);
}

TEST_P(ClusterTest, ValueOfALeaderThatFailsAfterPhaseTwoIsDecided) {
  Cluster cluster(5, GetParam());
  cluster.recorder().FailAt(Point::kPhaseTwoQuorum, 0);
  cluster.recorder().FailAt(Point::kPhaseTwoQuorum, 1);
  Client client(cluster.endpoints(), {});
  auto results = cluster.Propose(client, {"M1", "M2"});
  ASSERT_TRUE(cluster.recorder().Await(Point::kFailed, 1));
  cluster.NextPeriod(1);
  cluster.NextPeriod(2);
  ASSERT_TRUE(cluster.recorder().Await(Point::kFailed, 2));
  cluster.NextPeriod(3);
  cluster.NextPeriod(4);
  const auto quorums = cluster.recorder().At(Point::kPhaseTwoQuorum);
  EXPECT_EQ(ValuesOf(results), std::set<std::string>{*quorums[0].value});
  EXPECT_THAT(Proposers(cluster.recorder()), ElementsAre(0, 1, 2));
}

TEST_P(ClusterTest, TwoReplicasDecideThoughTheLeaderFails) {
  Cluster cluster(2, GetParam());
  cluster.recorder().FailAt(Point::kPhaseTwoQuorum, 0);
  Client client(cluster.endpoints(), {});
  auto results = cluster.Propose(client, {"M1"});
  ASSERT_TRUE(cluster.recorder().Await(Point::kFailed, 1));
  cluster.NextPeriod(1);
  cluster.NextPeriod(2);
  EXPECT_EQ(ValuesOf(results), std::set<std::string>{"M1"});
}

TEST_P(ClusterTest, ClientsThatStillWaitGetAnErrorAtTheEnd) {
  auto cluster = std::make_unique<Cluster>(3, GetParam());
  cluster->recorder().FailAt(Point::kPhaseOneQuorum, 0);
  Client client(cluster->endpoints(), {});
  auto results = cluster->Propose(client, {"M1"});
  ASSERT_TRUE(cluster->recorder().Await(Point::kClientRequest, 3));
  cluster.reset();
  const Client::Result result = results[0].get();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().cause, quorum::Cause::kIncomplete);
  for (const quorum::NodeError& error : result.error().errors) {
    EXPECT_EQ(error.code, quorum::NodeErrorCode::kUnavailable) << error.message;
  }
}

TEST_P(ClusterTest, ClientThatGoesAwayEndsItsCalls) {
  Cluster cluster(3, GetParam());
  cluster.recorder().FailAt(Point::kPhaseOneQuorum, 0);
  std::optional<Client::Result> result;
  {
    Client client(cluster.endpoints(), {});
    client.Propose("M1", [&](Client::Result outcome) { result = std::move(outcome); });
    ASSERT_TRUE(cluster.recorder().Await(Point::kClientRequest, 3));
  }
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->ok());
  for (const quorum::NodeError& error : result->error().errors) {
    EXPECT_EQ(error.code, quorum::NodeErrorCode::kCancelled);
  }
}

TEST_P(ClusterTest, ClientsDeadlinePassesWhenNothingIsDecided) {
  Cluster cluster(3, GetParam());
  cluster.recorder().FailAt(Point::kPhaseOneQuorum, 0);
  Client client(cluster.endpoints(), {0, milliseconds(30)});
  const Client::Result result = client.Propose("M1");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().cause, quorum::Cause::kDeadlineExceeded);
}

int OpenFiles() {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

int Threads() {
  int count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/self/task")) {
    ++count;
  }
  return count;
}

// Waits until there are no more than `most`: gRPC gives some back on threads of its own, a little
// later. False when they stay; the bound is there because a hang would be worse.
bool FallsTo(int (*count)(), int most) {
  for (int i = 0; i < 6'000 && count() > most; ++i) std::this_thread::sleep_for(milliseconds(10));
  return count() <= most;
}

TEST_P(ClusterTest, NothingIsLeftBehind) {
  const auto run = [&] {
    Cluster cluster(3, GetParam());
    Client client(cluster.endpoints(), {});
    auto results = cluster.Propose(client, {"M1", "M2"});
    EXPECT_EQ(ValuesOf(results).size(), 1u);
  };
  // Another server keeps gRPC's own threads and files up, so that they do not count.
  ManualClock clock;
  MemoryStorage storage;
  ReplicaServer keeps_grpc_up(ConfigOf(0, 1), ReplicaServer::kInProcess, clock, storage);
  for (int i = 0; i < 5; ++i) run();
  const int files = OpenFiles();
  const int threads = Threads();
  for (int i = 0; i < 20; ++i) run();
  // gRPC's pool of threads breathes, and each may have a file or two; 20 clusters would show.
  EXPECT_TRUE(FallsTo(OpenFiles, files + 10)) << OpenFiles() << " open files, once " << files;
  EXPECT_TRUE(FallsTo(Threads, threads + 4)) << Threads() << " threads, once " << threads;
  for (const ReplicaId id : {0, 1, 2}) EXPECT_FALSE(std::filesystem::exists(SocketPath(id)));
}

TEST(ReplicaServerTest, ChoosesAFreePort) {
  ManualClock clock;
  MemoryStorage storage;
  ReplicaServer server(ConfigOf(0, 1), "127.0.0.1:0", clock, storage);
  const std::string address = server.endpoint().address;
  EXPECT_EQ(address.rfind("127.0.0.1:", 0), 0u);
  EXPECT_NE(address, "127.0.0.1:0");
}

TEST(ReplicaServerTest, RefusesAnAddressInUse) {
  ManualClock clock;
  MemoryStorage storage;
  ReplicaServer server(ConfigOf(0, 1), "127.0.0.1:0", clock, storage);
  const std::string address = server.endpoint().address;
  try {
    ReplicaServer second(ConfigOf(0, 1), address, clock, storage);
    FAIL() << "two servers on one port";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), "replica 0 cannot listen on " + address +
                                ": is the address in use, or not of this machine?");
  }
}

TEST(ReplicaServerTest, RefusesBadConfiguration) {
  ManualClock clock;
  MemoryStorage storage;
  EXPECT_THROW(ReplicaServer(ConfigOf(3, 3), "", clock, storage), ConfigError);
}

TEST(ReplicaServerTest, RefusesPeersThatAreNotItsSystem) {
  ManualClock clock;
  MemoryStorage storage;
  ReplicaServer server(ConfigOf(0, 2), "", clock, storage);
  const auto own = server.endpoint();
  EXPECT_THROW(server.Connect({own}), ConfigError);
  EXPECT_THROW(server.Connect({own, {2, "127.0.0.1:1", nullptr}}), ConfigError);
  EXPECT_THROW(server.Connect({own, {0, "127.0.0.1:1", nullptr}}), ConfigError);
  EXPECT_THROW(server.Connect({own, {1, "a:1", nullptr}, {2, "b:1", nullptr}}), ConfigError);
}

TEST(ReplicaServerTest, ServerThatIsNotConnectedDoesNotAnswer) {
  ManualClock clock;
  MemoryStorage storage;
  ReplicaServer server(ConfigOf(0, 1), "", clock, storage);
  Client client({server.endpoint()}, {});
  const Client::Result result = client.Propose("M1");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(quorum::ToString(result.error()),
            "quorum call incomplete: 0 replies; node 0: unavailable (the replica does not answer)");
}

TEST(ReplicaServerTest, RestartedReplicaKeepsWhatItsAcceptorSaved) {
  ManualClock clock;
  MemoryStorage storage;
  for (const char* value : {"M1", "M2"}) {
    ReplicaServer server(ConfigOf(0, 1), "", clock, storage);
    server.Connect({server.endpoint()});
    Client client({server.endpoint()}, {});
    std::promise<std::string> decided;
    client.Propose(value, [&](const Client::Result& result) {
      decided.set_value(result.ok() ? result.value().value : ToString(result.error()));
    });
    auto answer = decided.get_future();
    // The restarted proposer's first round is refused; it tries the next one a period later.
    while (answer.wait_for(milliseconds(1)) != std::future_status::ready) clock.Advance(kPeriod);
    EXPECT_EQ(answer.get(), "M1");
  }
}

TEST(ClientTest, RefusesQuorumSizesThatCannotBe) {
  const std::vector<quorum::Endpoint> replicas = {{0, "a:1", nullptr}, {1, "b:1", nullptr}};
  EXPECT_THROW(Client(replicas, {3, milliseconds(1)}), ConfigError);
  EXPECT_THROW(Client(replicas, {-1, milliseconds(1)}), ConfigError);
  EXPECT_THROW(Client({}, {}), quorum::ConfigurationError);
}

}  // namespace
}  // namespace paxos
