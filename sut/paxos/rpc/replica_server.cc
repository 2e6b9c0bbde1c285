#include "sut/paxos/rpc/replica_server.h"

#include <fmt/format.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "quorum/ordering_service.h"
#include "quorum/server.h"
#include "sut/paxos/replica/replica.h"
#include "sut/paxos/roles/wire_check.h"
#include "sut/paxos/rpc/grpc_transport.h"
#include "sut/paxos/rpc/listener.h"
#include "sut/paxos/rpc/replica_handlers.h"
#include "sut/paxos/rpc/replica_service.h"

namespace paxos {
namespace {

constexpr int kNoLimit = std::numeric_limits<int>::max();

// For replies that were given but not sent yet.
constexpr std::chrono::seconds kFlushTime{1};

int Milliseconds(Duration duration) {
  return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

// What one connection, and all of them together, can take.
void Limit(grpc::ServerBuilder& builder, const ServerLimits& limits) {
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits.streams);
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, Milliseconds(limits.handshake));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, Milliseconds(limits.idle));
  grpc::ResourceQuota quota;
  quota.Resize(static_cast<std::size_t>(limits.memory_mb) << 20);
  builder.SetResourceQuota(quota);
}

// "127.0.0.1:0" with the chosen port in place of 0.
std::string ChosenAddress(const std::string& address, int port) {
  const auto colon = address.rfind(':');
  if (address.rfind("unix", 0) == 0 || colon == std::string::npos) return address;
  return address.substr(0, colon + 1) + std::to_string(port);
}

}  // namespace

struct ReplicaServer::State {
  State(const ReplicaConfig& replica_config, Clock& replica_clock, Storage& replica_storage,
        Instrumentation* replica_instrumentation, Options server_options)
      : config(replica_config),
        clock(replica_clock),
        storage(replica_storage),
        instrumentation(replica_instrumentation),
        options(std::move(server_options)),
        handlers(std::make_shared<ReplicaHandlers>(replica_config.replicas)),
        peers_calls(PeersCalls(handlers)),
        service(handlers, options.limits ? options.limits->calls : kNoLimit,
                options.limits ? options.limits->streams : kNoLimit),
        peers(peers_calls) {}

  void Listen(const std::string& wanted) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service);
    builder.RegisterService(&peers);
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
    int port = 0;
    if (options.limits != nullptr) {
      Limit(builder, *options.limits);
      port = ListenWithin(builder, wanted, *options.limits);
    } else if (wanted != kInProcess) {
      builder.AddListeningPort(wanted, Credentials(), &port);
    }
    server = builder.BuildAndStart();
    const bool listens = wanted == kInProcess || listener != nullptr || port != 0;
    if (server == nullptr || !listens) FailToListen(wanted);
    if (listener != nullptr) listener->Start();
    address = ChosenAddress(wanted, port);
    SetHealth(false);
  }

  std::shared_ptr<grpc::ServerCredentials> Credentials() const {
    return options.server_credentials ? options.server_credentials
                                      : grpc::InsecureServerCredentials();
  }

  [[noreturn]] void FailToListen(const std::string& wanted) const {
    throw ConfigError(fmt::format(
        "replica {} cannot listen on {}: is the address in use, or not of this machine?", config.id,
        wanted));
  }

  // Takes the place of gRPC's own listening. Returns the port.
  int ListenWithin(grpc::ServerBuilder& builder, const std::string& wanted,
                   const ServerLimits& limits) {
    try {
      listener = std::make_unique<Listener>(
          wanted, ListenerOptions{limits.kept_descriptors, limits.on_change});
    } catch (const quorum::ServerError& error) {
      throw ConfigError(fmt::format("replica {} {}", config.id, error.what()));
    }
    listener->AddTo(builder, Credentials());
    return listener->port();
  }

  void SetHealth(bool serves) const {
    grpc::HealthCheckServiceInterface* const health = server->GetHealthCheckService();
    if (health == nullptr) return;
    health->SetServingStatus(serves);
    health->SetServingStatus(Paxos::service_full_name(), serves);
  }

  quorum::Endpoint InProcess() const {
    return {config.id, fmt::format("in-process replica {}", config.id),
            server->InProcessChannel(grpc::ChannelArguments())};
  }

  const ReplicaConfig config;
  Clock& clock;
  Storage& storage;
  Instrumentation* const instrumentation;
  const Options options;

  const std::shared_ptr<ReplicaHandlers> handlers;
  const std::shared_ptr<const quorum::Dispatcher> peers_calls;
  ReplicaService service;
  quorum::OrderingService peers;
  std::unique_ptr<Listener> listener;
  std::unique_ptr<grpc::Server> server;
  std::string address;
  std::unique_ptr<GrpcTransport> transport;
  std::shared_ptr<Replica> replica;
};

ReplicaServer::ReplicaServer(const ReplicaConfig& config, const std::string& address, Clock& clock,
                             Storage& storage, Instrumentation* instrumentation)
    : ReplicaServer(config, address, clock, storage, instrumentation, Options()) {}

ReplicaServer::ReplicaServer(const ReplicaConfig& config, const std::string& address, Clock& clock,
                             Storage& storage, Instrumentation* instrumentation, Options options) {
  Validate(config);
  state_ = std::make_unique<State>(config, clock, storage, instrumentation, std::move(options));
  state_->Listen(address);
}

ReplicaServer::~ReplicaServer() {
  Disconnect();
  if (state_->listener) state_->listener->Stop();
  state_->peers.Close();
  // All reactors are finished; what is left is to send their replies.
  state_->server->Shutdown(std::chrono::system_clock::now() + kFlushTime);
}

ReplicaId ReplicaServer::id() const { return state_->config.id; }

quorum::Endpoint ReplicaServer::endpoint() const {
  if (state_->address == kInProcess) return state_->InProcess();
  return {id(), state_->address, nullptr};
}

void ReplicaServer::Connect(const std::vector<quorum::Endpoint>& replicas) {
  std::vector<ReplicaId> ids;
  for (const quorum::Endpoint& replica : replicas) ids.push_back(replica.id);
  std::sort(ids.begin(), ids.end());
  for (ReplicaId wanted = 0; wanted < std::max<ReplicaId>(state_->config.replicas, ids.size());
       ++wanted) {
    if (wanted >= static_cast<ReplicaId>(ids.size()) || ids[wanted] != wanted ||
        wanted >= state_->config.replicas) {
      throw ConfigError(fmt::format("replica {} must be connected to exactly the replicas 0 to {}",
                                    id(), state_->config.replicas - 1));
    }
  }
  std::vector<quorum::Endpoint> endpoints = replicas;
  for (quorum::Endpoint& endpoint : endpoints) {
    if (endpoint.id == id()) endpoint.local = state_->peers_calls;
  }
  state_->transport = std::make_unique<GrpcTransport>(
      endpoints, quorum::ManagerOptions{.credentials = state_->options.channel_credentials,
                                        .order = state_->options.order});
  state_->replica = std::make_shared<Replica>(
      state_->config, Environment{state_->clock, *state_->transport, state_->storage,
                                  state_->instrumentation, state_->options.on_notice});
  state_->handlers->Serve(state_->replica);
  state_->replica->Start();
  state_->SetHealth(true);
}

void ReplicaServer::Drain(Duration grace) {
  state_->SetHealth(false);
  state_->service.Drain(grace);
}

void ReplicaServer::Disconnect() {
  state_->SetHealth(false);
  state_->handlers->Serve(nullptr);
  if (state_->replica) state_->replica->Stop();
  if (state_->transport) state_->transport->Shutdown();
}

}  // namespace paxos
