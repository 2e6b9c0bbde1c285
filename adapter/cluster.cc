#include "adapter/cluster.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <utility>

#include "sut/paxos/client.h"
#include "sut/paxos/manual_clock.h"
#include "sut/paxos/replica_server.h"
#include "sut/paxos/storage.h"

namespace adapter {
namespace {

// Abstract unix sockets vanish with their process, however it ends; their names are the machine's.
std::string UniqueUnixAddress() {
  static std::atomic<std::uint64_t> count{0};
  return fmt::format("unix-abstract:cpngen-adapter-{}-{}", ::getpid(), ++count);
}

std::string ListenAddress(Transport transport) {
  switch (transport) {
    case Transport::kTcp:
      return "127.0.0.1:0";
    case Transport::kUnix:
      return UniqueUnixAddress();
    case Transport::kInProcess:
      return paxos::ReplicaServer::kInProcess;
  }
  return "";
}

std::string FailureText(const paxos::Client::Result& result) {
  if (result.reply() && !result.reply()->agree) return "replicas answered with different values";
  return quorum::ToString(result.error());
}

}  // namespace

struct Cluster::State {
  // Clients first, then the calls of all replicas, then the servers: a call to an in-process server
  // that is gone would crash.
  ~State() {
    clients.clear();
    for (const auto& server : servers) server->Disconnect();
    endpoints.clear();
    servers.clear();
  }

  paxos::ManualClock clock;
  std::vector<paxos::MemoryStorage> storages;
  std::vector<std::unique_ptr<paxos::ReplicaServer>> servers;
  std::vector<quorum::Endpoint> endpoints;
  std::vector<std::unique_ptr<paxos::Client>> clients;
  paxos::ReplicaConfig config;
};

Cluster::Cluster(const ClusterOptions& options, paxos::Instrumentation& instrumentation)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.config.replicas = options.replicas;
  s.config.quorum_sizes = {options.quorum_size, options.quorum_size, options.quorum_size};
  s.config.timeout = options.call_timeout;
  s.storages.resize(static_cast<std::size_t>(options.replicas));
  for (paxos::MemoryStorage& storage : s.storages) {
    paxos::ReplicaConfig config = s.config;
    config.id = static_cast<paxos::NodeId>(s.servers.size());
    s.servers.push_back(std::make_unique<paxos::ReplicaServer>(
        config, ListenAddress(options.transport), s.clock, storage, &instrumentation));
    s.endpoints.push_back(s.servers.back()->endpoint());
  }
  for (const auto& server : s.servers) server->Connect(s.endpoints);
}

Cluster::~Cluster() = default;

void Cluster::Propose(const std::string& value, ClientEvents events) {
  const paxos::ClientOptions options{0, state_->config.timeout};
  state_->clients.push_back(std::make_unique<paxos::Client>(state_->endpoints, options));
  const auto done = [events = std::move(events)](const paxos::Client::Result& result) {
    if (result.ok()) {
      events.on_answer(result.value().value);
    } else {
      events.on_failure(FailureText(result));
    }
  };
  state_->clients.back()->Propose(value, done);
}

void Cluster::EndPeriod() { state_->clock.Advance(state_->config.delay); }

}  // namespace adapter
