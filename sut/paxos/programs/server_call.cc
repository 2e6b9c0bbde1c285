#include "sut/paxos/programs/server_call.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "command_line/simple_program.h"
#include "sut/paxos/programs/flag_checks.h"
#include "sut/paxos/programs/tls_flags.h"

namespace paxos {
namespace {

void AddOptions(CLI::App& app, ServerSettings& settings) {
  app.add_option("--id", settings.id, "This replica's id, one of those in --peers")->required();
  app.add_option("--peers", settings.peers,
                 "All replicas, this one included: 0=HOST:PORT,1=HOST:PORT,... with ids from 0 on "
                 "(addresses as gRPC writes them; unix:/PATH works, too)")
      ->required();
  app.add_option("--listen", settings.listen,
                 "Address to listen on, if not this replica's in --peers (e.g. 0.0.0.0:4000)")
      ->check(NotEmpty("an address"));
  app.add_option("--data-dir", settings.data_dir,
                 "Folder of what must survive a restart (made if it is not there). Without it a "
                 "replica that ended must never come back")
      ->check(NotEmpty("a folder"));
  app.add_option("--delay", settings.delay_ms,
                 "First period of the failure detector, milliseconds: a replica that answers no "
                 "ping in one is suspected")
      ->capture_default_str();
  app.add_option("--delta", settings.delta_ms,
                 "How much the period grows after a false suspicion, milliseconds")
      ->capture_default_str();
  app.add_option("--timeout", settings.timeout_ms, "Deadline of calls to replicas, milliseconds")
      ->capture_default_str();
  app.add_option("--grace", settings.grace_ms,
                 "At the end, how long clients that wait may still get the decided value, "
                 "milliseconds")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--prepare-quorum", settings.prepare,
                 "Promises that phase one needs (default: a majority)");
  app.add_option("--accept-quorum", settings.accept,
                 "Learns that phase two needs (default: a majority)");
  app.add_option("--commit-quorum", settings.commit,
                 "Learners that phase three needs (default: a majority)");
  AddTlsFlags(app, settings.tls);
}

}  // namespace

std::optional<int> ReadServerCall(const std::vector<std::string>& words, ServerSettings& settings) {
  CLI::App app(
      "Serves one replica of single-decree Paxos: several clients may propose values, exactly one "
      "value is decided, and every client gets it.",
      "paxos_server");
  app.set_version_flag("--version", "paxos_server " CPNGEN_VERSION);
  AddOptions(app, settings);
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
  return command_line::ParseOrAnswer(app, words);
}

}  // namespace paxos
