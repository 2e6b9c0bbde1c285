#include "adapter/systems/paxos/cluster/local_cluster.h"

#include <utility>
#include <vector>

#include "adapter/faults/mailbox.h"
#include "adapter/systems/grpc/addresses.h"
#include "adapter/systems/paxos/cluster/clients.h"
#include "adapter/systems/paxos/cluster/observed_storage.h"
#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/faults/faulty_transport.h"
#include "sut/paxos/rpc/replica_server.h"

namespace adapter {
namespace {

// Whatever a replica reports or asks goes to the monitor; its calls go through the faults.
class Tap : public paxos::Instrumentation {
 public:
  Tap(Monitor& monitor, Mailbox& mailbox) : monitor_(monitor), mailbox_(mailbox) {}

  void Observe(const paxos::Event& event) override { monitor_.Observe(event); }
  paxos::Action Decide(const paxos::Event& event) override { return monitor_.Decide(event); }
  std::optional<std::size_t> ChooseProposal(paxos::ReplicaId replica,
                                            const std::vector<std::string>& pending) override {
    return monitor_.ChooseProposal(replica, pending);
  }
  bool Leads(paxos::ReplicaId replica, bool elected) override {
    return monitor_.Leads(replica, elected);
  }
  paxos::Transport& Decorate(paxos::ReplicaId replica, paxos::Transport& network) override {
    transports_.push_back(std::make_unique<FaultyTransport>(replica, network, monitor_, mailbox_));
    return *transports_.back();
  }

 private:
  Monitor& monitor_;
  Mailbox& mailbox_;
  std::vector<std::unique_ptr<FaultyTransport>> transports_;  // one for each incarnation
};

// What survives a crash of the replica, and what serves it.
struct Host {
  Host(paxos::ReplicaId id, Monitor& monitor, Mailbox& mailbox)
      : clock([&monitor, id](paxos::Duration period) { monitor.PeriodBegan(id, period); }),
        storage(id, std::make_unique<paxos::MemoryStorage>(), monitor),
        tap(monitor, mailbox) {}

  PeriodClock clock;
  ObservedStorage storage;
  Tap tap;
  std::unique_ptr<paxos::ReplicaServer> server;
};

}  // namespace

struct LocalCluster::State {
  State(const ClusterOptions& options, Monitor& its_monitor)
      : monitor(its_monitor), clients(options.call_timeout) {}

  // Clients first, then the calls of all replicas, then the servers: a call to an in-process server
  // that is gone would crash.
  ~State() {
    clients.Clear();
    for (const auto& host : hosts) host->server->Disconnect();
    endpoints.clear();
    for (const auto& host : hosts) host->server.reset();
  }

  Host& host(paxos::ReplicaId replica) { return *hosts[static_cast<std::size_t>(replica)]; }

  Monitor& monitor;
  Mailbox mailbox;
  std::vector<std::unique_ptr<Host>> hosts;
  std::vector<quorum::Endpoint> endpoints;
  Clients clients;
};

LocalCluster::LocalCluster(const ClusterOptions& options, Monitor& monitor)
    : state_(std::make_unique<State>(options, monitor)) {
  State& s = *state_;
  paxos::ReplicaConfig config;
  config.replicas = options.replicas;
  // Where the suite's quorum is a majority, the system under test says how much that is.
  const int size = options.quorum_size;
  config.quorum_sizes = size == options.replicas / 2 + 1
                            ? paxos::QuorumSizes::Majority(options.replicas)
                            : paxos::QuorumSizes{size, size, size};
  config.timeout = options.call_timeout;
  paxos::ReplicaServer::Options server;
  server.order = options.ordered ? quorum::Order::kFifo : quorum::Order::kNone;
  for (config.id = 0; config.id < config.replicas; ++config.id) {
    auto host = std::make_unique<Host>(config.id, monitor, s.mailbox);
    host->server = std::make_unique<paxos::ReplicaServer>(
        config, ListenAddress(options.transport), host->clock, host->storage, &host->tap, server);
    s.hosts.push_back(std::move(host));
    s.endpoints.push_back(s.hosts.back()->server->endpoint());
  }
  for (paxos::ReplicaId replica = 0; replica < options.replicas; ++replica) {
    const bool down = monitor.Plan([&](FaultPlan& plan) { return plan.IsDown(replica); });
    if (!down) s.host(replica).server->Connect(s.endpoints);
  }
  s.mailbox.Release(Mailbox::kUntilAllBegan);
}

LocalCluster::~LocalCluster() = default;

void LocalCluster::Propose(const std::string& value, ClientEvents events) {
  state_->clients.Propose(state_->endpoints, value, events);
}

void LocalCluster::AskAgain() { state_->clients.AskAgain(); }

void LocalCluster::EndPeriod(paxos::ReplicaId replica) { state_->host(replica).clock.EndPeriod(); }

void LocalCluster::Release(std::size_t fault) { state_->mailbox.Release(fault); }

void LocalCluster::TakeDown(paxos::ReplicaId replica) {
  state_->mailbox.Drop(replica);
  state_->host(replica).server->Disconnect();
}

void LocalCluster::Restart(paxos::ReplicaId replica) {
  state_->monitor.Restart(replica);
  state_->host(replica).server->Connect(state_->endpoints);
  state_->monitor.Restarted(replica);
  state_->clients.AskAgain();
}

}  // namespace adapter
