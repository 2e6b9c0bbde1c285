// paxos_server: one replica of single-decree Paxos as a process.
#include <pthread.h>
#include <signal.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <string>

#include "sut/paxos/config.h"
#include "sut/paxos/replica_server.h"
#include "sut/paxos/storage.h"
#include "sut/paxos/system_clock.h"

namespace {

constexpr int kWrongCall = 2;

struct Options {
  paxos::NodeId id = 0;
  std::string peers;
  std::string listen;
  int delay_ms = 100;
  int delta_ms = 50;
  int timeout_ms = 2000;
  paxos::QuorumSizes sizes;  // 0: a majority
};

void AddOptions(CLI::App& app, Options& options) {
  app.add_option("--id", options.id, "This replica's id, one of those in --peers")->required();
  app.add_option("--peers", options.peers,
                 "All replicas, this one included: 0=HOST:PORT,1=HOST:PORT,... with ids from 0 on "
                 "(addresses as gRPC writes them; unix:/PATH works, too)")
      ->required();
  app.add_option("--listen", options.listen,
                 "Address to listen on, if not this replica's in --peers (e.g. 0.0.0.0:4000)");
  app.add_option("--delay", options.delay_ms,
                 "First period of the failure detector, milliseconds: a replica that answers no "
                 "ping in one is suspected")
      ->capture_default_str();
  app.add_option("--delta", options.delta_ms,
                 "How much the period grows after a false suspicion, milliseconds")
      ->capture_default_str();
  app.add_option("--timeout", options.timeout_ms, "Deadline of calls to replicas, milliseconds")
      ->capture_default_str();
  app.add_option("--prepare-quorum", options.sizes.prepare,
                 "Promises that phase one needs (default: a majority)");
  app.add_option("--accept-quorum", options.sizes.accept,
                 "Learns that phase two needs (default: a majority)");
  app.add_option("--commit-quorum", options.sizes.commit,
                 "Learners that phase three needs (default: a majority)");
}

paxos::ReplicaConfig ConfigOf(const Options& options, int replicas) {
  paxos::ReplicaConfig config;
  config.id = options.id;
  config.replicas = replicas;
  config.quorum_sizes = paxos::QuorumSizes::Majority(replicas);
  if (options.sizes.prepare != 0) config.quorum_sizes.prepare = options.sizes.prepare;
  if (options.sizes.accept != 0) config.quorum_sizes.accept = options.sizes.accept;
  if (options.sizes.commit != 0) config.quorum_sizes.commit = options.sizes.commit;
  config.delay = std::chrono::milliseconds(options.delay_ms);
  config.delta = std::chrono::milliseconds(options.delta_ms);
  config.timeout = std::chrono::milliseconds(options.timeout_ms);
  return config;
}

// Serves until one of `signals` (blocked in all threads) arrives.
void Serve(const Options& options, const sigset_t& signals) {
  const auto peers = paxos::ParsePeers(options.peers);
  const auto config = ConfigOf(options, static_cast<int>(peers.size()));
  paxos::Validate(config);
  const std::string& own_address = peers[static_cast<std::size_t>(config.id)].address;
  paxos::SystemClock clock;
  paxos::MemoryStorage storage;
  paxos::ReplicaServer server(config, options.listen.empty() ? own_address : options.listen, clock,
                              storage);
  server.Connect(peers);
  spdlog::info("replica {} of {} serves on {}", config.id, config.replicas,
               server.endpoint().address);
  int signal = 0;
  sigwait(&signals, &signal);
  spdlog::info("replica {} ends on signal {}", config.id, signal);
}

}  // namespace

int main(int argc, char** argv) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before the first thread, which all inherit

  setenv("GRPC_VERBOSITY", "NONE", 0);  // we say what is wrong; who wants more sets it
  Options options;
  CLI::App app(
      "Serves one replica of single-decree Paxos: several clients may propose values, exactly one "
      "value is decided, and every client gets it.",
      "paxos_server");
  app.set_version_flag("--version", "paxos_server " CPNGEN_VERSION);
  AddOptions(app, options);
  app.footer(
      "Example: three replicas on this machine, and a client.\n"
      "  P=0=127.0.0.1:4000,1=127.0.0.1:4001,2=127.0.0.1:4002\n"
      "  paxos_server --id 0 --peers $P & paxos_server --id 1 --peers $P &\n"
      "  paxos_server --id 2 --peers $P &\n"
      "  paxos_client --servers $P propose hello\n"
      "SIGTERM or SIGINT ends a server. What an acceptor promised lives as long as its process.\n"
      "Exit code: 0 ended by a signal, 2 wrong call or configuration.");
  spdlog::set_default_logger(spdlog::stderr_color_mt("paxos_server"));
  try {
    app.parse(argc, argv);
    Serve(options, signals);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kWrongCall;
  } catch (const paxos::ConfigError& error) {
    spdlog::error("{}", error.what());
    return kWrongCall;
  }
  return 0;
}
