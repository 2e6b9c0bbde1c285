// paxos_client: proposes a value to the replicas, waits for the decided one, or asks what they
// know.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "command_line/about_itself.h"
#include "command_line/simple_program.h"
#include "command_line/standard_streams.h"
#include "sut/paxos/programs/tls_flags.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/tls_credentials.h"

namespace {

using nlohmann::json;
using paxos::ReplicaStatus;

constexpr int kNoDecision = 1;
constexpr int kWrongCall = 2;
constexpr int kDeadline = 3;

struct Options {
  std::string servers;
  std::string value;
  std::optional<int> quorum;  // nothing: a majority
  int timeout_ms = 10'000;
  bool json = false;
  quorum::TlsFiles tls;
};

// 0: a majority.
int QuorumOf(const Options& options, int servers) {
  const int quorum = options.quorum.value_or(0);
  if (!options.quorum || (quorum >= 1 && quorum <= servers)) return quorum;
  throw paxos::ConfigError("--quorum " + std::to_string(quorum) + ": it must be 1 to " +
                           std::to_string(servers) + ", the number of replicas");
}

std::unique_ptr<paxos::Client> Connect(const Options& options) {
  if (options.timeout_ms <= 0) throw paxos::ConfigError("--timeout must be positive");
  const auto servers = paxos::ParsePeers(options.servers);
  for (const quorum::Endpoint& server : servers) {
    paxos::CheckAddress("--servers: replica " + std::to_string(server.id), server.address,
                        paxos::AnyPort::kNo);
  }
  paxos::ClientOptions client;
  client.quorum_size = QuorumOf(options, static_cast<int>(servers.size()));
  client.timeout = std::chrono::milliseconds(options.timeout_ms);
  client.credentials = paxos::ChannelCredentialsOf(options.tls);
  return std::make_unique<paxos::Client>(servers, client);
}

void Print(const json& text) {
  // A value is any bytes; what is not UTF-8 shows as U+FFFD.
  std::cout << text.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
}

bool Disagree(const paxos::Client::Result& result) {
  return result.reply() && !result.reply()->agree;
}

std::string ErrorText(const paxos::Client::Result& result) {
  if (Disagree(result)) return "the replicas' answers disagree: two values were decided";
  return quorum::ToString(result.error());
}

std::string ErrorText(const quorum::NodeError& error) {
  const std::string text = quorum::NodeErrorCodeName(error.code);
  return error.message.empty() ? text : text + " (" + error.message + ")";
}

int ExitCode(const paxos::Client::Result& result) {
  if (result.ok()) return 0;
  const bool late = result.error().cause == quorum::Cause::kDeadlineExceeded;
  return late && !Disagree(result) ? kDeadline : kNoDecision;
}

// Says what came of a proposal, or (`object` has no "proposed") of waiting.
int Conclude(const Options& options, json object, const paxos::Client::Result& result) {
  object["decided"] = result.ok() ? json(result.value().value) : json();
  object["error"] = result.ok() ? json() : json(ErrorText(result));
  if (options.json) {
    Print(object);
  } else if (result.ok()) {
    std::cout << result.value().value << '\n';
  }
  if (!result.ok()) spdlog::error("{}", ErrorText(result));
  return ExitCode(result);
}

int Propose(const Options& options) {
  const auto client = Connect(options);
  return Conclude(options, {{"proposed", options.value}}, client->Propose(options.value));
}

int Wait(const Options& options) {
  const auto client = Connect(options);
  return Conclude(options, json::object(), client->Wait());
}

json JsonOf(const ReplicaStatus& status) {
  json object = {{"replica", status.replica}};
  if (!status.result.reply) {
    object["error"] = ErrorText(status.result.error);
    return object;
  }
  const paxos::StatusReply& reply = *status.result.reply;
  object["leader"] = reply.has_leader() ? json(reply.leader()) : json();
  object["suspected"] = std::vector<int>(reply.suspected().begin(), reply.suspected().end());
  object["promised"] = reply.has_promised() ? json(reply.promised()) : json();
  object["vrnd"] = reply.has_vrnd() ? json(reply.vrnd()) : json();
  object["crnd"] = reply.has_crnd() ? json(reply.crnd()) : json();
  object["decided"] = reply.has_decided() ? json(reply.decided().value()) : json();
  return object;
}

std::string TextOf(const ReplicaStatus& status) {
  const std::string who = "replica " + std::to_string(status.replica) + ": ";
  if (!status.result.reply) return who + ErrorText(status.result.error);
  const paxos::StatusReply& reply = *status.result.reply;
  const auto number = [](bool there, std::int64_t value) {
    return there ? std::to_string(value) : std::string("none");
  };
  std::string text = who + "leader " + number(reply.has_leader(), reply.leader()) + ", suspects ";
  for (const int node : reply.suspected()) text += std::to_string(node) + " ";
  text += reply.suspected().empty() ? "nobody" : "";
  if (text.back() == ' ') text.pop_back();
  text += ", promised " + number(reply.has_promised(), reply.promised()) + ", voted in " +
          number(reply.has_vrnd(), reply.vrnd()) + ", proposed in " +
          number(reply.has_crnd(), reply.crnd());
  return text + (reply.has_decided() ? ", decided " + reply.decided().value() : ", not decided");
}

// 0: those who know the decided value agree; someone does.
int ExitCode(const std::vector<ReplicaStatus>& statuses) {
  std::set<std::string> decided;
  bool late = false;
  for (const ReplicaStatus& status : statuses) {
    const auto& reply = status.result.reply;
    if (reply && reply->has_decided()) decided.insert(reply->decided().value());
    late |= !reply && status.result.error.code == quorum::NodeErrorCode::kDeadlineExceeded;
  }
  if (decided.size() == 1) return 0;
  if (decided.empty()) return late ? kDeadline : kNoDecision;
  spdlog::error("the replicas' answers disagree: two values were decided");
  return kNoDecision;
}

int Status(const Options& options) {
  const std::vector<ReplicaStatus> statuses = Connect(options)->Status();
  json list = json::array();
  for (const ReplicaStatus& status : statuses) {
    if (options.json) {
      list.push_back(JsonOf(status));
    } else {
      std::cout << TextOf(status) << '\n';
    }
  }
  if (options.json) Print(list);
  return ExitCode(statuses);
}

void AddOptions(CLI::App& app, Options& options) {
  app.add_option("--servers", options.servers,
                 "All replicas: 0=HOST:PORT,1=HOST:PORT,... (as paxos_server's --peers)")
      ->required();
  app.add_option("--quorum", options.quorum, "Answers needed (default: a majority)");
  app.add_option("--timeout", options.timeout_ms, "Time limit, milliseconds")
      ->capture_default_str();
  app.add_flag("--json", options.json,
               "Print JSON: {\"proposed\", \"decided\", \"error\"}, without \"proposed\" for wait; "
               "for status a list of {\"replica\", \"leader\", \"suspected\", \"promised\", "
               "\"vrnd\", \"crnd\", \"decided\"} or {\"replica\", \"error\"}");
  paxos::AddTlsFlags(app, options.tls);
}

}  // namespace

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  setenv("GRPC_VERBOSITY", "NONE", 0);  // we say what is wrong; who wants more sets it
  Options options;
  CLI::App app("Talks to the replicas of a single-decree Paxos system.", "paxos_client");
  app.set_version_flag("--version", "paxos_client " CPNGEN_VERSION);
  AddOptions(app, options);
  auto* const propose = app.add_subcommand(
      "propose", "Proposes VALUE and prints the value that was decided, which may be another one");
  propose->add_option("VALUE", options.value, "The value to propose")->required();
  auto* const wait =
      app.add_subcommand("wait", "Proposes nothing; waits until a value is decided, and prints it");
  auto* const status = app.add_subcommand("status", "Prints what each replica knows");
  for (CLI::App* const command : {propose, wait, status}) command->fallthrough();
  app.require_subcommand(1);
  command_line::AddHelpCommand(app);
  app.footer(
      "\nExamples:\n"
      "  paxos_client --servers 0=127.0.0.1:4000,1=127.0.0.1:4001,2=127.0.0.1:4002 propose hello\n"
      "\nExit codes: 0 decided; 1 no decision (no quorum of answers, answers that disagree, or, "
      "for\n"
      "status, nobody knows one); 2 the call is wrong, or standard output cannot be written; 3 "
      "the\n"
      "time limit was reached.");
  spdlog::set_default_logger(spdlog::stderr_color_mt("paxos_client"));
  if (const auto code = command_line::ParseOrAnswer(app, {argv + 1, argv + argc})) return *code;
  try {
    const int code = propose->parsed() ? Propose(options)
                     : wait->parsed()  ? Wait(options)
                                       : Status(options);
    return command_line::EndOfOutput("paxos_client", code, std::cout, std::cerr);
  } catch (const paxos::ConfigError& error) {
    spdlog::error("{}", error.what());
  } catch (const quorum::CredentialsError& error) {
    spdlog::error("{}", error.what());
  } catch (const quorum::ConfigurationError& error) {
    spdlog::error("{}", error.what());
  }
  return kWrongCall;
}
