#include "adapter/systems/paxos/cluster/serve_replica.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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
#include "sut/paxos/programs/server_call.h"
#include "sut/paxos/programs/server_start.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/storage/disk_calls.h"

#ifdef CPNGEN_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace adapter {
namespace {

// The call of paxos_server that starts this replica. Where the case asks for a default, the call
// leaves it out, and only replicas of odd ids are told where to listen: so cases try both ways.
std::vector<std::string> CallOf(const ReplicaStart& start) {
  std::string peers;
  for (std::size_t id = 0; id < start.addresses.size(); ++id) {
    peers += fmt::format("{}{}={}", id == 0 ? "" : ",", id, start.addresses[id]);
  }
  std::vector<std::string> words{"--id",       fmt::to_string(start.id),
                                 "--peers",    peers,
                                 "--data-dir", start.data_folder,
                                 "--timeout",  fmt::to_string(start.call_timeout.count())};
  const auto add = [&](const char* flag, const std::string& value) {
    words.insert(words.end(), {flag, value});
  };
  if (start.id % 2 == 1) add("--listen", start.listen);
  const int majority = start.replicas / 2 + 1;
  const auto [prepare, accept, commit] = start.quorums;
  if (prepare != majority) add("--prepare-quorum", fmt::to_string(prepare));
  if (accept != majority) add("--accept-quorum", fmt::to_string(accept));
  if (commit != majority) add("--commit-quorum", fmt::to_string(commit));
  return words;
}

paxos::ServerSettings SettingsOf(const ReplicaStart& start) {
  paxos::ServerSettings settings;
  if (paxos::ReadServerCall(CallOf(start), settings)) {
    throw paxos::ConfigError("paxos_server does not take the call");
  }
  return settings;
}

// A SIGKILL loses nothing that the kernel has: syncing would only test this machine's disk.
paxos::DiskCalls DiskWithoutSync() {
  paxos::DiskCalls disk = paxos::DiskCalls::System();
  disk.sync = [](int) { return 0; };
  return disk;
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
      : monitor_(std::move(reports), mailbox_),
        clock_([this](paxos::Duration period) { monitor_.PeriodBegan(period); }),
        channels_(start.addresses),
        server_(SettingsOf(start), HooksOf(start)) {
    monitor_.Done();
  }

  void operator()(const ReachReplicas& reach) {
    Reach(channels_, reach.replicas);
    monitor_.Done();
  }
  void operator()(const BeginRoles&) {
    server_.Serve();
    monitor_.Done();
  }
  void operator()(const EndPeriod&) { clock_.EndPeriod(); }
  void operator()(const ReleaseMessages& release) { mailbox_.Release(release.fault); }
  void operator()(const EndProcess&) { End(); }

 private:
  paxos::ServerHooks HooksOf(const ReplicaStart& start) {
    paxos::ServerHooks hooks;
    hooks.instrumentation = &monitor_;
    hooks.clock = &clock_;
    hooks.disk = DiskWithoutSync();
    hooks.decorate_storage = [this, id = start.id](std::unique_ptr<paxos::Storage> disk) {
      return std::make_unique<ObservedStorage>(id, std::move(disk), monitor_);
    };
    hooks.reach = [this](const std::vector<quorum::Endpoint>& peers) { return Through(peers); };
    hooks.order = start.ordered ? quorum::Order::kFifo : quorum::Order::kNone;
    hooks.log = [](paxos::LogLevel, const std::string&, const paxos::LogFields&) {};
    return hooks;
  }

  // The test's channels to the addresses that the server takes for its peers'.
  std::vector<quorum::Endpoint> Through(std::vector<quorum::Endpoint> peers) const {
    const std::vector<quorum::Endpoint> known = channels_.Endpoints();
    for (quorum::Endpoint& peer : peers) {
      const auto found = std::ranges::find(known, peer.address, &quorum::Endpoint::address);
      if (found != known.end()) peer.channel = found->channel;
    }
    return peers;
  }

  Mailbox mailbox_;
  RemoteMonitor monitor_;
  PeriodClock clock_;
  const Channels channels_;
  paxos::StartedServer server_;
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
