#include "sut/paxos/programs/server_start.h"

#include <fmt/format.h>
#include <grpcpp/health_check_service_interface.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "sut/paxos/roles/config.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/rpc/system_clock.h"
#include "sut/paxos/rpc/tls_credentials.h"
#include "sut/paxos/storage/file_storage.h"

namespace paxos {
namespace {

using Logger = std::function<void(LogLevel, const std::string&, const LogFields&)>;

ReplicaConfig ConfigOf(const ServerSettings& settings, int replicas) {
  ReplicaConfig config;
  config.id = settings.id;
  config.replicas = replicas;
  const QuorumSizes majority = QuorumSizes::Majority(replicas);
  config.quorum_sizes.prepare = settings.prepare.value_or(majority.prepare);
  config.quorum_sizes.accept = settings.accept.value_or(majority.accept);
  config.quorum_sizes.commit = settings.commit.value_or(majority.commit);
  config.delay = std::chrono::milliseconds(settings.delay_ms);
  config.delta = std::chrono::milliseconds(settings.delta_ms);
  config.timeout = std::chrono::milliseconds(settings.timeout_ms);
  return config;
}

// What gRPC, the log and the replica's own connections need of the limit on descriptors; the rest
// is for connections of others.
int KeptDescriptors(int replicas) { return 48 + 2 * replicas; }

void RequireDescriptors(int replicas) {
  const rlim_t needed = static_cast<rlim_t>(2 * KeptDescriptors(replicas));
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return;
  throw ConfigError(
      fmt::format("the limit on descriptors (ulimit -n) is {}: this server needs at "
                  "least {}",
                  limit.rlim_cur, needed));
}

void CheckAddresses(const ServerSettings& settings, const std::vector<quorum::Endpoint>& peers) {
  for (const quorum::Endpoint& peer : peers) {
    CheckAddress(fmt::format("--peers: replica {}", peer.id), peer.address, AnyPort::kNo);
  }
  if (!settings.listen.empty()) CheckAddress("--listen", settings.listen, AnyPort::kYes);
}

std::shared_ptr<const ServerLimits> LimitsOf(const ReplicaConfig& config, const Logger& say) {
  auto limits = std::make_shared<ServerLimits>();
  limits->kept_descriptors = KeptDescriptors(config.replicas);
  limits->on_change = [id = config.id, say](bool refused, const std::string& text) {
    say(refused ? LogLevel::kWarning : LogLevel::kInfo, fmt::format("replica {} {}", id, text),
        {{"event", refused ? "refuses" : "accepts"}, {"replica", std::to_string(id)}});
  };
  return limits;
}

std::unique_ptr<Storage> OpenStorage(const std::string& folder, const ReplicaConfig& config,
                                     const ServerHooks& hooks) {
  const LogFields about = {{"event", "storage"}, {"replica", std::to_string(config.id)}};
  if (folder.empty()) {
    hooks.log(LogLevel::kWarning,
              fmt::format("replica {} has no --data-dir: once it ends, it must never come back",
                          config.id),
              about);
    return std::make_unique<MemoryStorage>();
  }
  const QuorumSizes& sizes = config.quorum_sizes;
  FileStorage::Options options;
  if (hooks.disk) options.disk = *hooks.disk;
  auto storage = std::make_unique<FileStorage>(
      folder, LogOwner{config.id, config.replicas, sizes.prepare, sizes.accept}, options);
  if (storage->torn_bytes() > 0) {
    hooks.log(LogLevel::kWarning,
              fmt::format("replica {} dropped {} bytes of a write that its end cut off", config.id,
                          storage->torn_bytes()),
              about);
  }
  return storage;
}

// Writes what the replica tells into the log.
class Notices {
 public:
  Notices(ReplicaId replica, Logger say, std::function<void()> on_halt)
      : replica_(std::to_string(replica)), say_(std::move(say)), on_halt_(std::move(on_halt)) {}

  void On(const Notice& notice) {
    switch (notice.kind) {
      case Notice::Kind::kLeader:
        return notice.about ? Say("takes {} for the leader", "leader", notice)
                            : Say("takes nobody for the leader", "leader", notice);
      case Notice::Kind::kSuspect:
        return Say("suspects {}", "suspect", notice);
      case Notice::Kind::kRestore:
        return Say("suspects {} no longer", "restore", notice);
      case Notice::Kind::kLearned:
        return say_(LogLevel::kInfo, Subject() + " learned the decided value",
                    {{"event", "learned"}, {"replica", replica_}, {"value", Start(notice.text)}});
      case Notice::Kind::kHalted:
        say_(LogLevel::kError, Subject() + " ends, its storage failed: " + notice.text,
             {{"event", "halted"}, {"replica", replica_}});
        halted_ = true;
        if (on_halt_) on_halt_();
    }
  }
  bool halted() const { return halted_; }
  std::string Subject() const { return "replica " + replica_; }

 private:
  // `what` has a place for whom the notice is about.
  void Say(const std::string& what, const std::string& event, const Notice& notice) const {
    const std::string about = notice.about ? std::to_string(*notice.about) : "none";
    say_(LogLevel::kInfo, Subject() + " " + fmt::format(fmt::runtime(what), about),
         {{"event", event}, {"replica", replica_}, {"node", about}});
  }
  // A value can be long.
  static std::string Start(const std::string& value) {
    return value.size() <= kLoggedBytes ? value : value.substr(0, kLoggedBytes) + "...";
  }

  static constexpr std::size_t kLoggedBytes = 100;
  const std::string replica_;
  const Logger say_;
  const std::function<void()> on_halt_;
  std::atomic<bool> halted_ = false;
};

// The peers, and the settings as numbers; all of it checked.
struct CheckedSettings {
  explicit CheckedSettings(const ServerSettings& settings)
      : peers(ParsePeers(settings.peers)),
        config(ConfigOf(settings, static_cast<int>(peers.size()))) {
    Validate(config);
    CheckAddresses(settings, peers);
    RequireDescriptors(config.replicas);
  }

  const std::vector<quorum::Endpoint> peers;
  const ReplicaConfig config;
};

}  // namespace

struct StartedServer::State {
  State(const ServerSettings& server_settings, const ServerHooks& server_hooks,
        std::function<void()> on_halt)
      : settings(server_settings),
        hooks(server_hooks),
        checked(settings),
        notices(checked.config.id, hooks.log, std::move(on_halt)),
        storage(OpenStorage(settings.data_dir, checked.config, hooks)) {
    if (hooks.decorate_storage) storage = hooks.decorate_storage(std::move(storage));
    if (hooks.clock == nullptr) own_clock.emplace();
    grpc::EnableDefaultHealthCheckService(true);
    server.emplace(checked.config, ListenAddress(), hooks.clock ? *hooks.clock : *own_clock,
                   *storage, hooks.instrumentation, Options());
  }

  std::string ListenAddress() const {
    if (!settings.listen.empty()) return settings.listen;
    return checked.peers[static_cast<std::size_t>(checked.config.id)].address;
  }

  ReplicaServer::Options Options() {
    ReplicaServer::Options options;
    options.on_notice = [this](const Notice& notice) { notices.On(notice); };
    options.server_credentials = ServerCredentialsOf(settings.tls);
    options.channel_credentials = ChannelCredentialsOf(settings.tls);
    options.limits = LimitsOf(checked.config, hooks.log);
    options.order = hooks.order;
    return options;
  }

  const ServerSettings settings;
  const ServerHooks hooks;
  const CheckedSettings checked;
  Notices notices;
  std::optional<SystemClock> own_clock;
  std::unique_ptr<Storage> storage;
  std::optional<ReplicaServer> server;
};

StartedServer::StartedServer(const ServerSettings& settings, const ServerHooks& hooks,
                             std::function<void()> on_halt)
    : state_(std::make_unique<State>(settings, hooks, std::move(on_halt))) {}

StartedServer::~StartedServer() = default;

void StartedServer::Serve() {
  State& s = *state_;
  s.server->Connect(s.hooks.reach ? s.hooks.reach(s.checked.peers) : s.checked.peers);
  const std::string address = s.server->endpoint().address;
  const ReplicaConfig& config = s.checked.config;
  s.hooks.log(LogLevel::kInfo,
              fmt::format("replica {} of {} serves on {}", config.id, config.replicas, address),
              {{"event", "serves"}, {"replica", std::to_string(config.id)}, {"address", address}});
}

bool StartedServer::halted() const { return state_->notices.halted(); }

void StartedServer::Drain() {
  state_->server->Drain(std::chrono::milliseconds(state_->settings.grace_ms));
}

}  // namespace paxos
