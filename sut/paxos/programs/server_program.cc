#include "sut/paxos/programs/server_program.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command_line/simple_program.h"
#include "command_line/standard_streams.h"
#include "sut/paxos/programs/flag_checks.h"
#include "sut/paxos/programs/log.h"
#include "sut/paxos/programs/tls_flags.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/rpc/system_clock.h"
#include "sut/paxos/rpc/tls_credentials.h"
#include "sut/paxos/storage/file_storage.h"

namespace paxos {
namespace {

constexpr int kStorageFailed = 1;
constexpr int kWrongCall = 2;

struct Options {
  ReplicaId id = 0;
  std::string peers;
  std::string listen;
  std::string data_dir;
  int delay_ms = 100;
  int delta_ms = 50;
  int timeout_ms = 2000;
  int grace_ms = 1000;
  std::optional<int> prepare;  // nothing: a majority
  std::optional<int> accept;
  std::optional<int> commit;
  quorum::TlsFiles tls;
};

void AddOptions(CLI::App& app, Options& options) {
  app.add_option("--id", options.id, "This replica's id, one of those in --peers")->required();
  app.add_option("--peers", options.peers,
                 "All replicas, this one included: 0=HOST:PORT,1=HOST:PORT,... with ids from 0 on "
                 "(addresses as gRPC writes them; unix:/PATH works, too)")
      ->required();
  app.add_option("--listen", options.listen,
                 "Address to listen on, if not this replica's in --peers (e.g. 0.0.0.0:4000)")
      ->check(NotEmpty("an address"));
  app.add_option("--data-dir", options.data_dir,
                 "Folder of what must survive a restart (made if it is not there). Without it a "
                 "replica that ended must never come back")
      ->check(NotEmpty("a folder"));
  app.add_option("--delay", options.delay_ms,
                 "First period of the failure detector, milliseconds: a replica that answers no "
                 "ping in one is suspected")
      ->capture_default_str();
  app.add_option("--delta", options.delta_ms,
                 "How much the period grows after a false suspicion, milliseconds")
      ->capture_default_str();
  app.add_option("--timeout", options.timeout_ms, "Deadline of calls to replicas, milliseconds")
      ->capture_default_str();
  app.add_option("--grace", options.grace_ms,
                 "At the end, how long clients that wait may still get the decided value, "
                 "milliseconds")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--prepare-quorum", options.prepare,
                 "Promises that phase one needs (default: a majority)");
  app.add_option("--accept-quorum", options.accept,
                 "Learns that phase two needs (default: a majority)");
  app.add_option("--commit-quorum", options.commit,
                 "Learners that phase three needs (default: a majority)");
  AddTlsFlags(app, options.tls);
}

ReplicaConfig ConfigOf(const Options& options, int replicas) {
  ReplicaConfig config;
  config.id = options.id;
  config.replicas = replicas;
  const QuorumSizes majority = QuorumSizes::Majority(replicas);
  config.quorum_sizes.prepare = options.prepare.value_or(majority.prepare);
  config.quorum_sizes.accept = options.accept.value_or(majority.accept);
  config.quorum_sizes.commit = options.commit.value_or(majority.commit);
  config.delay = std::chrono::milliseconds(options.delay_ms);
  config.delta = std::chrono::milliseconds(options.delta_ms);
  config.timeout = std::chrono::milliseconds(options.timeout_ms);
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

void CheckAddresses(const Options& options, const std::vector<quorum::Endpoint>& peers) {
  for (const quorum::Endpoint& peer : peers) {
    CheckAddress(fmt::format("--peers: replica {}", peer.id), peer.address, AnyPort::kNo);
  }
  if (!options.listen.empty()) CheckAddress("--listen", options.listen, AnyPort::kYes);
}

std::shared_ptr<const ServerLimits> LimitsOf(const ReplicaConfig& config) {
  auto limits = std::make_shared<ServerLimits>();
  limits->kept_descriptors = KeptDescriptors(config.replicas);
  limits->on_change = [id = config.id](bool refused, const std::string& text) {
    Log(refused ? LogLevel::kWarning : LogLevel::kInfo, fmt::format("replica {} {}", id, text),
        {{"event", refused ? "refuses" : "accepts"}, {"replica", std::to_string(id)}});
  };
  return limits;
}

std::unique_ptr<Storage> OpenStorage(const std::string& folder, const ReplicaConfig& config) {
  const LogFields about = {{"event", "storage"}, {"replica", std::to_string(config.id)}};
  if (folder.empty()) {
    Log(LogLevel::kWarning,
        fmt::format("replica {} has no --data-dir: once it ends, it must never come back",
                    config.id),
        about);
    return std::make_unique<MemoryStorage>();
  }
  const QuorumSizes& sizes = config.quorum_sizes;
  auto storage = std::make_unique<FileStorage>(
      folder, LogOwner{config.id, config.replicas, sizes.prepare, sizes.accept});
  if (storage->torn_bytes() > 0) {
    Log(LogLevel::kWarning,
        fmt::format("replica {} dropped {} bytes of a write that its end cut off", config.id,
                    storage->torn_bytes()),
        about);
  }
  return storage;
}

// Writes what the replica tells into the log; when it halts, ends the program by the signal that it
// waits for.
class Notices {
 public:
  explicit Notices(ReplicaId replica) : replica_(std::to_string(replica)) {}

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
        return Log(LogLevel::kInfo, Subject() + " learned the decided value",
                   {{"event", "learned"}, {"replica", replica_}, {"value", Start(notice.text)}});
      case Notice::Kind::kHalted:
        Log(LogLevel::kError, Subject() + " ends, its storage failed: " + notice.text,
            {{"event", "halted"}, {"replica", replica_}});
        halted_ = true;
        kill(getpid(), SIGTERM);
    }
  }
  bool halted() const { return halted_; }
  std::string Subject() const { return "replica " + replica_; }

 private:
  // `what` has a place for whom the notice is about.
  void Say(const std::string& what, const std::string& event, const Notice& notice) const {
    const std::string about = notice.about ? std::to_string(*notice.about) : "none";
    Log(LogLevel::kInfo, Subject() + " " + fmt::format(fmt::runtime(what), about),
        {{"event", event}, {"replica", replica_}, {"node", about}});
  }
  // A value can be long.
  static std::string Start(const std::string& value) {
    return value.size() <= kLoggedBytes ? value : value.substr(0, kLoggedBytes) + "...";
  }

  static constexpr std::size_t kLoggedBytes = 100;
  const std::string replica_;
  std::atomic<bool> halted_ = false;
};

// Serves until one of `signals` (blocked in all threads) arrives, or the storage fails.
int Serve(const Options& options, const sigset_t& signals, const ServerHooks& hooks) {
  const auto peers = ParsePeers(options.peers);
  const auto config = ConfigOf(options, static_cast<int>(peers.size()));
  Validate(config);
  CheckAddresses(options, peers);
  RequireDescriptors(config.replicas);
  const std::string& own_address = peers[static_cast<std::size_t>(config.id)].address;
  Notices notices(config.id);
  SystemClock clock;
  std::unique_ptr<Storage> storage = OpenStorage(options.data_dir, config);
  if (hooks.decorate_storage) storage = hooks.decorate_storage(std::move(storage));
  ReplicaServer server(
      config, options.listen.empty() ? own_address : options.listen, clock, *storage,
      hooks.instrumentation,
      {[&notices](const Notice& notice) { notices.On(notice); }, ServerCredentialsOf(options.tls),
       ChannelCredentialsOf(options.tls), LimitsOf(config)});
  server.Connect(peers);
  const std::string address = server.endpoint().address;
  Log(LogLevel::kInfo,
      fmt::format("replica {} of {} serves on {}", config.id, config.replicas, address),
      {{"event", "serves"}, {"replica", std::to_string(config.id)}, {"address", address}});
  int signal = 0;
  sigwait(&signals, &signal);
  if (notices.halted()) return kStorageFailed;
  Log(LogLevel::kInfo, fmt::format("{} ends on signal {}", notices.Subject(), signal),
      {{"event", "ends"}, {"replica", std::to_string(config.id)}});
  server.Drain(std::chrono::milliseconds(options.grace_ms));
  return 0;
}

}  // namespace

int RunServerProgram(int argc, char** argv, const ServerHooks& hooks) {
  command_line::PrepareStandardStreams();
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before the first thread, which all inherit

  signal(SIGPIPE, SIG_IGN);  // a reader of the log that is gone is no reason to die

  setenv("GRPC_VERBOSITY", "NONE", 0);  // we say what is wrong; who wants more sets it
  Options options;
  CLI::App app(
      "Serves one replica of single-decree Paxos: several clients may propose values, exactly one "
      "value is decided, and every client gets it.",
      "paxos_server");
  app.set_version_flag("--version", "paxos_server " CPNGEN_VERSION);
  AddOptions(app, options);
  app.footer(
      "\n"
      "SIGTERM or SIGINT ends a server in order. With --data-dir it continues where it ended, also "
      "after a\n"
      "crash; a data folder serves one replica of one configuration.\n"
      "\n"
      "It answers gRPC's health checks (\"\" and \"paxos.Paxos\") and server reflection, and logs\n"
      "key=value lines on standard error.\n"
      "\n"
      "Examples: three replicas on this machine, and a client\n"
      "  P=0=127.0.0.1:4000,1=127.0.0.1:4001,2=127.0.0.1:4002\n"
      "  paxos_server --id 0 --peers $P & paxos_server --id 1 --peers $P &\n"
      "  paxos_server --id 2 --peers $P &\n"
      "  paxos_client --servers $P propose hello\n"
      "\n"
      "Exit codes: 0 ended by a signal; 1 the storage failed; 2 the call, the configuration or "
      "the\n"
      "folder is wrong.");
  if (const auto code = command_line::ParseOrAnswer(app, {argv + 1, argv + argc})) return *code;
  StartLog("paxos_server");
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  try {
    return Serve(options, signals, hooks);
  } catch (const ConfigError& error) {
    Log(LogLevel::kError, error.what(), {{"event", "refused"}});
  } catch (const quorum::CredentialsError& error) {
    Log(LogLevel::kError, error.what(), {{"event", "refused"}});
  } catch (const StorageError& error) {
    Log(LogLevel::kError, error.what(), {{"event", "refused"}});
  }
  return kWrongCall;
}

}  // namespace paxos
