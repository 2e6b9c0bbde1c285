#include "adapter/process_cluster.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "adapter/addresses.h"
#include "adapter/clients.h"
#include "adapter/replica_process.h"
#include "adapter/temporary_folder.h"

namespace adapter {

struct ProcessCluster::State {
  State(const ClusterOptions& its_options, Monitor& its_monitor)
      : options(its_options), monitor(its_monitor), clients(its_options.call_timeout) {}

  // All are told to end before the first one is waited for.
  ~State() {
    clients.Clear();
    for (const auto& process : processes) {
      if (process) process->Tell({{"do", "end"}});
    }
  }

  std::unique_ptr<ReplicaProcess> Start(paxos::NodeId replica, const std::string& listen) const {
    return std::make_unique<ReplicaProcess>(
        replica,
        nlohmann::json{{"id", replica},
                       {"replicas", options.replicas},
                       {"quorum", options.quorum_size},
                       {"timeout", options.call_timeout.count()},
                       {"listen", listen},
                       {"data", data.Path(fmt::format("{}", replica))}},
        monitor);
  }

  std::vector<quorum::Endpoint> Endpoints() const {
    std::vector<quorum::Endpoint> endpoints;
    for (const std::string& address : addresses) {
      endpoints.push_back({static_cast<quorum::NodeId>(endpoints.size()), address, nullptr});
    }
    return endpoints;
  }

  std::unique_ptr<ReplicaProcess>& process(paxos::NodeId replica) {
    return processes[static_cast<std::size_t>(replica)];
  }

  const ClusterOptions options;
  Monitor& monitor;
  TemporaryFolder data;
  std::vector<std::string> addresses;
  std::vector<std::unique_ptr<ReplicaProcess>> processes;  // null: down
  Clients clients;
};

ProcessCluster::ProcessCluster(const ClusterOptions& options, Monitor& monitor)
    : state_(std::make_unique<State>(options, monitor)) {
  State& s = *state_;
  for (paxos::NodeId replica = 0; replica < options.replicas; ++replica) {
    s.processes.push_back(s.Start(replica, ListenAddress(options.transport)));
  }
  for (const auto& process : s.processes) s.addresses.push_back(process->WaitForAddress());
  const auto is_down = [&](paxos::NodeId replica) {
    return monitor.Plan([&](FaultPlan& plan) { return plan.IsDown(replica); });
  };
  // All begin before the first one is waited for. One that is down from the start has its address
  // from its process, and serves nobody.
  for (paxos::NodeId replica = 0; replica < options.replicas; ++replica) {
    if (!is_down(replica)) s.process(replica)->Connect(s.addresses);
  }
  for (paxos::NodeId replica = 0; replica < options.replicas; ++replica) {
    if (!is_down(replica) && !s.process(replica)->WaitForConnected() && !is_down(replica)) {
      throw std::runtime_error(fmt::format("the process of replica {} ended", replica));
    }
  }
}

ProcessCluster::~ProcessCluster() = default;

void ProcessCluster::Propose(const std::string& value, ClientEvents events) {
  state_->clients.Propose(state_->Endpoints(), value, events);
}

void ProcessCluster::AskAgain() { state_->clients.AskAgain(); }

void ProcessCluster::EndPeriod(paxos::NodeId replica) {
  if (const auto& process = state_->process(replica)) process->Tell({{"do", "end period"}});
}

void ProcessCluster::Release(std::size_t fault) {
  for (const auto& process : state_->processes) {
    if (process) process->Tell({{"do", "release"}, {"fault", fault}});
  }
}

void ProcessCluster::TakeDown(paxos::NodeId replica) { state_->process(replica).reset(); }

void ProcessCluster::Restart(paxos::NodeId replica) {
  throw std::logic_error(fmt::format("replica {} cannot be started again", replica));
}

}  // namespace adapter
