#include "adapter/systems/paxos/cluster/serve_replica.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "adapter/faults/mailbox.h"
#include "adapter/systems/paxos/cluster/channels.h"
#include "adapter/systems/paxos/cluster/observed_storage.h"
#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/cluster/remote_monitor.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/storage/file_storage.h"

#ifdef CPNGEN_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace adapter {
namespace {

paxos::ReplicaConfig ConfigOf(const nlohmann::json& start) {
  paxos::ReplicaConfig config;
  config.id = start.at("id");
  config.replicas = start.at("replicas");
  const int quorum = start.at("quorum");
  config.quorum_sizes = {quorum, quorum, quorum};
  config.timeout = std::chrono::milliseconds(start.at("timeout").get<std::int64_t>());
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

}  // namespace

void ServeReplica(ControlSocket reports, const ControlSocket& commands) {
  const auto start = commands.Receive();
  if (!start) End();
  const paxos::ReplicaConfig config = ConfigOf(*start);
  Mailbox mailbox;
  RemoteMonitor monitor(std::move(reports), mailbox);
  PeriodClock clock([&](paxos::Duration period) { monitor.PeriodBegan(period); });
  ObservedStorage storage(config.id, Disk(start->at("data"), config), monitor);
  paxos::ReplicaServer::Options options;
  options.order = start->at("ordered").get<bool>() ? quorum::Order::kFifo : quorum::Order::kNone;
  paxos::ReplicaServer server(config, start->at("listen"), clock, storage, &monitor, options);
  const Channels channels(start->at("addresses"));
  monitor.Done();
  while (true) {
    const auto command = commands.Receive();
    if (!command || command->at("do") == "end") End();
    if (command->at("do") == "reach") {
      Reach(channels, command->at("replicas"));
      monitor.Done();
    } else if (command->at("do") == "begin") {
      server.Connect(channels.Endpoints());
      monitor.Done();
    } else if (command->at("do") == "end period") {
      clock.EndPeriod();
    } else if (command->at("do") == "release") {
      mailbox.Release(command->at("fault"));
    }
  }
}

}  // namespace adapter
