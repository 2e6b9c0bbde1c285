#include "adapter/systems/paxos/cluster/serve_replica.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/faults/mailbox.h"
#include "adapter/systems/paxos/cluster/channels.h"
#include "adapter/systems/paxos/cluster/observed_storage.h"
#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/cluster/remote_monitor.h"
#include "adapter/systems/paxos/cluster/replica_messages.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/storage/file_storage.h"

#ifdef CPNGEN_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace adapter {
namespace {

paxos::ReplicaConfig ConfigOf(const ReplicaStart& start) {
  paxos::ReplicaConfig config;
  config.id = start.id;
  config.replicas = start.replicas;
  config.quorum_sizes = start.quorums;
  config.timeout = start.call_timeout;
  return config;
}

// A SIGKILL loses nothing that the kernel has: syncing would only test this machine's disk.
std::unique_ptr<paxos::Storage> Disk(const std::string& folder,
                                     const paxos::ReplicaConfig& config) {
  paxos::FileStorage::Options options;
  options.disk.sync = [](int) { return 0; };
  return std::make_unique<paxos::FileStorage>(
      folder,
      paxos::LogOwner{config.id, config.replicas, config.quorum_sizes.prepare,
                      config.quorum_sizes.accept},
      options);
}

// Waits until those replicas' servers answer.
void Reach(const Channels& channels, const std::vector<paxos::ReplicaId>& replicas) {
  constexpr std::chrono::seconds kPatience{10};
  const std::vector<paxos::ReplicaId> unreached = channels.Unreached(replicas, kPatience);
  if (unreached.empty()) return;
  throw std::runtime_error(fmt::format("replica {} cannot be reached", unreached.front()));
}

[[noreturn]] void End() {
#ifdef CPNGEN_COVERAGE
  __gcov_dump();
#endif
  ::_exit(0);
}

/// Does what the adapter commands.
class CommandedReplica {
 public:
  CommandedReplica(const ReplicaStart& start, ControlSocket reports)
      : config_(ConfigOf(start)),
        monitor_(std::move(reports), mailbox_),
        clock_([this](paxos::Duration period) { monitor_.PeriodBegan(period); }),
        storage_(config_.id, Disk(start.data_folder, config_), monitor_),
        server_(config_, start.listen, clock_, storage_, &monitor_, OptionsOf(start)),
        channels_(start.addresses) {
    monitor_.Done();
  }

  void operator()(const ReachReplicas& reach) {
    Reach(channels_, reach.replicas);
    monitor_.Done();
  }
  void operator()(const BeginRoles&) {
    server_.Connect(channels_.Endpoints());
    monitor_.Done();
  }
  void operator()(const EndPeriod&) { clock_.EndPeriod(); }
  void operator()(const ReleaseMessages& release) { mailbox_.Release(release.fault); }
  void operator()(const EndProcess&) { End(); }

 private:
  static paxos::ReplicaServer::Options OptionsOf(const ReplicaStart& start) {
    paxos::ReplicaServer::Options options;
    options.order = start.ordered ? quorum::Order::kFifo : quorum::Order::kNone;
    return options;
  }

  const paxos::ReplicaConfig config_;
  Mailbox mailbox_;
  RemoteMonitor monitor_;
  PeriodClock clock_;
  ObservedStorage storage_;
  paxos::ReplicaServer server_;
  const Channels channels_;
};

}  // namespace

void ServeReplica(ControlSocket reports, const ControlSocket& commands) {
  const auto start = commands.Receive();
  if (!start) End();
  CommandedReplica replica(StartFrom(*start), std::move(reports));
  while (const auto command = commands.Receive()) std::visit(replica, CommandFrom(*command));
  End();
}

}  // namespace adapter
