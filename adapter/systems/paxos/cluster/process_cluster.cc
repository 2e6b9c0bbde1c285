#include "adapter/systems/paxos/cluster/process_cluster.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>
#include <vector>

#include "adapter/faults/mailbox.h"
#include "adapter/systems/grpc/addresses.h"
#include "adapter/systems/paxos/cluster/channels.h"
#include "adapter/systems/paxos/cluster/clients.h"
#include "adapter/systems/paxos/cluster/replica_process.h"
#include "base/temporary_folder.h"

namespace adapter {

struct ProcessCluster::State {
  State(const ClusterOptions& its_options, Monitor& its_monitor, ForkServer& its_fork_server)
      : options(its_options),
        monitor(its_monitor),
        fork_server(its_fork_server),
        clients(its_options.call_timeout) {
    for (paxos::ReplicaId replica = 0; replica < options.replicas; ++replica) {
      addresses.emplace_back(options.transport);
      targets.push_back(addresses.back().target());
    }
    processes.resize(addresses.size());
  }

  // All are told to end before the first one is waited for.
  ~State() {
    clients.Clear();
    for (const auto& process : processes) {
      if (process) process->Tell(EndProcess());
    }
  }

  std::unique_ptr<ReplicaProcess>& process(paxos::ReplicaId replica) {
    return processes[static_cast<std::size_t>(replica)];
  }

  bool IsDown(paxos::ReplicaId replica) const {
    return monitor.Plan([&](FaultPlan& plan) { return plan.IsDown(replica); });
  }

  void Start(paxos::ReplicaId replica) {
    process(replica) = std::make_unique<ReplicaProcess>(
        replica, fork_server.Fork(),
        ReplicaStart{.id = replica,
                     .replicas = options.replicas,
                     .quorums = options.quorums,
                     .call_timeout = options.call_timeout,
                     .ordered = options.ordered,
                     .listen = addresses[static_cast<std::size_t>(replica)].listen(),
                     .addresses = targets,
                     .data_folder = data / fmt::format("{}", replica)},
        monitor);
  }

  // The replicas that have a process, without `but`.
  std::vector<paxos::ReplicaId> Up(paxos::ReplicaId but = -1) {
    std::vector<paxos::ReplicaId> up;
    for (paxos::ReplicaId replica = 0; replica < options.replicas; ++replica) {
      if (replica != but && process(replica)) up.push_back(replica);
    }
    return up;
  }

  // Waits until the replicas are done that do not crash meanwhile. Throws SystemFailure when the
  // process of one ended otherwise.
  void WaitUntilDone(const std::vector<paxos::ReplicaId>& replicas) {
    for (const paxos::ReplicaId replica : replicas) {
      if (process(replica)->WaitUntilDone() || IsDown(replica)) continue;
      process(replica)->FailWithEnd();
    }
  }

  // Waits until `replica` reaches all others that are up, and is reached by them.
  void Connect(paxos::ReplicaId replica) {
    const std::vector<paxos::ReplicaId> others = Up(replica);
    process(replica)->Ask(ReachReplicas{others});
    for (const paxos::ReplicaId other : others) {
      process(other)->Ask(ReachReplicas{{replica}});
    }
    constexpr std::chrono::seconds kPatience{10};
    for (const Channels& channels : client_channels) {
      if (channels.Unreached({replica}, kPatience).empty()) continue;
      throw SystemFailure(
          fmt::format("a client: expected to reach {} again, observed no answer "
                      "for {}s",
                      monitor.NameOf(replica), kPatience.count()));
    }
    WaitUntilDone(others);
    if (!process(replica)->WaitUntilDone()) process(replica)->FailWithEnd();
  }

  const ClusterOptions options;
  Monitor& monitor;
  ForkServer& fork_server;
  base::TemporaryFolder data;
  std::vector<ReservedAddress> addresses;
  std::vector<std::string> targets;
  std::vector<std::unique_ptr<ReplicaProcess>> processes;  // null: down
  std::vector<Channels> client_channels;
  Clients clients;
};

ProcessCluster::ProcessCluster(const ClusterOptions& options, Monitor& monitor,
                               ForkServer& fork_server)
    : state_(std::make_unique<State>(options, monitor, fork_server)) {
  State& s = *state_;
  for (paxos::ReplicaId replica = 0; replica < options.replicas; ++replica) {
    if (!s.IsDown(replica)) s.Start(replica);
  }
  const std::vector<paxos::ReplicaId> up = s.Up();
  s.WaitUntilDone(up);
  for (const paxos::ReplicaId replica : up) {
    s.process(replica)->Ask(ReachReplicas{s.Up(replica)});
  }
  s.WaitUntilDone(up);
  for (const paxos::ReplicaId replica : up) s.process(replica)->AskToBegin();
  s.WaitUntilDone(up);
  Release(Mailbox::kUntilAllBegan);
}

ProcessCluster::~ProcessCluster() = default;

void ProcessCluster::Propose(const std::string& value, const ClientReach& reach,
                             ClientEvents events) {
  state_->client_channels.emplace_back(state_->targets);
  state_->clients.Propose(state_->client_channels.back().Endpoints(), reach, value, events);
}

void ProcessCluster::AskAgain() { state_->clients.AskAgain(); }

void ProcessCluster::EndPeriod(paxos::ReplicaId replica) {
  if (const auto& process = state_->process(replica)) process->Tell(adapter::EndPeriod());
}

void ProcessCluster::Release(std::size_t fault) {
  for (const auto& process : state_->processes) {
    if (process) process->Tell(ReleaseMessages{fault});
  }
}

void ProcessCluster::TakeDown(paxos::ReplicaId replica) {
  const std::unique_ptr<ReplicaProcess> process = std::move(state_->process(replica));
  if (process) process->WaitForCrash();
}

void ProcessCluster::Restart(paxos::ReplicaId replica) {
  State& s = *state_;
  s.Start(replica);
  if (!s.process(replica)->WaitUntilDone()) s.process(replica)->FailWithEnd();
  s.Connect(replica);
  s.monitor.Restart(replica);
  s.process(replica)->AskToBegin();
  s.WaitUntilDone({replica});
  s.process(replica)->Tell(ReleaseMessages{Mailbox::kUntilAllBegan});
  s.monitor.Restarted(replica);
  s.clients.AskAgain();
}

pid_t ProcessCluster::ProcessOf(paxos::ReplicaId replica) const {
  const auto& process = state_->process(replica);
  return process ? process->process() : -1;
}

}  // namespace adapter
