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
class ReportingInstrumentation : public paxos::Instrumentation {
 public:
  ReportingInstrumentation(Monitor& monitor, Mailbox& mailbox)
      : monitor_(monitor), mailbox_(mailbox) {}

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
        instrumentation(monitor, mailbox) {}

  PeriodClock clock;
  ObservedStorage storage;
  ReportingInstrumentation instrumentation;
  std::unique_ptr<paxos::ReplicaServer> server;
};

class LocalCluster : public Cluster {
 public:
  LocalCluster(const ClusterOptions& options, Monitor& monitor);

  // Clients first, then the calls of all replicas, then the servers: a call to an in-process server
  // that is gone would crash.
  ~LocalCluster() override {
    clients_.Clear();
    for (const auto& host : hosts_) host->server->Disconnect();
    endpoints_.clear();
    for (const auto& host : hosts_) host->server.reset();
  }

  void Propose(const std::string& value, const ClientReach& reach, ClientEvents events) override {
    clients_.Propose(endpoints_, reach, value, events);
  }
  void AskAgain() override { clients_.AskAgain(); }
  void EndPeriod(paxos::ReplicaId replica) override { host(replica).clock.EndPeriod(); }
  void Release(std::size_t fault) override { mailbox_.Release(fault); }
  void TakeDown(paxos::ReplicaId replica) override;
  void Restart(paxos::ReplicaId replica) override;

 private:
  Host& host(paxos::ReplicaId replica) { return *hosts_[static_cast<std::size_t>(replica)]; }

  Monitor& monitor_;
  Mailbox mailbox_;
  std::vector<std::unique_ptr<Host>> hosts_;
  std::vector<quorum::Endpoint> endpoints_;
  Clients clients_;
};

LocalCluster::LocalCluster(const ClusterOptions& options, Monitor& monitor)
    : monitor_(monitor), clients_(options.call_timeout) {
  paxos::ReplicaConfig config;
  config.replicas = options.replicas;
  // Where the suite's quorums are majorities, the system under test says how much that is.
  const int majority = options.replicas / 2 + 1;
  config.quorum_sizes = options.quorums == paxos::QuorumSizes{majority, majority, majority}
                            ? paxos::QuorumSizes::Majority(options.replicas)
                            : options.quorums;
  config.timeout = options.call_timeout;
  paxos::ReplicaServer::Options server;
  server.order = options.ordered ? quorum::Order::kFifo : quorum::Order::kNone;
  for (config.id = 0; config.id < config.replicas; ++config.id) {
    auto its_host = std::make_unique<Host>(config.id, monitor, mailbox_);
    its_host->server = std::make_unique<paxos::ReplicaServer>(
        config, ListenAddress(options.transport), its_host->clock, its_host->storage,
        &its_host->instrumentation, server);
    hosts_.push_back(std::move(its_host));
    endpoints_.push_back(hosts_.back()->server->endpoint());
  }
  for (paxos::ReplicaId replica = 0; replica < options.replicas; ++replica) {
    const bool down = monitor.Plan([&](FaultPlan& plan) { return plan.IsDown(replica); });
    if (!down) host(replica).server->Connect(endpoints_);
  }
  mailbox_.Release(Mailbox::kUntilAllBegan);
}

void LocalCluster::TakeDown(paxos::ReplicaId replica) {
  // Before the calls end: a message that is held meanwhile would go through a transport that the
  // next incarnation has replaced.
  mailbox_.TakeDown(replica);
  host(replica).server->Disconnect();
}

void LocalCluster::Restart(paxos::ReplicaId replica) {
  monitor_.Restart(replica);
  mailbox_.BringBack(replica);
  host(replica).server->Connect(endpoints_);
  monitor_.Restarted(replica);
  clients_.AskAgain();
}

}  // namespace

std::unique_ptr<Cluster> StartLocalCluster(const ClusterOptions& options, Monitor& monitor) {
  return std::make_unique<LocalCluster>(options, monitor);
}

}  // namespace adapter
