// paxos_client: proposes a value to the replicas and prints the decided one.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "sut/paxos/client.h"
#include "sut/paxos/config.h"

namespace {

constexpr int kFailed = 1;
constexpr int kWrongCall = 2;
constexpr int kDeadline = 3;

struct Options {
  std::string servers;
  std::string value;
  int quorum = 0;
  int timeout_ms = 10'000;
  bool json = false;
};

bool Disagree(const paxos::Client::Result& result) {
  return result.reply() && !result.reply()->agree;
}

std::string ErrorText(const paxos::Client::Result& result) {
  if (Disagree(result)) return "the replicas' answers disagree: two values were decided";
  return quorum::ToString(result.error());
}

int ExitCode(const paxos::Client::Result& result) {
  if (result.ok()) return 0;
  const bool late = result.error().cause == quorum::Cause::kDeadlineExceeded;
  return late && !Disagree(result) ? kDeadline : kFailed;
}

void PrintJson(const Options& options, const paxos::Client::Result& result) {
  nlohmann::json json = {{"proposed", options.value}, {"decided", nullptr}, {"error", nullptr}};
  if (result.ok()) json["decided"] = result.value().value;
  if (!result.ok()) json["error"] = ErrorText(result);
  // A value is any bytes; what is not UTF-8 shows as U+FFFD.
  std::cout << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

int Propose(const Options& options) {
  if (options.timeout_ms <= 0) throw paxos::ConfigError("--timeout must be positive");
  paxos::Client client(paxos::ParsePeers(options.servers),
                       {options.quorum, std::chrono::milliseconds(options.timeout_ms)});
  const auto result = client.Propose(options.value);
  if (options.json) {
    PrintJson(options, result);
  } else if (result.ok()) {
    std::cout << result.value().value << '\n';
  }
  if (!result.ok()) spdlog::error("{}", ErrorText(result));
  return ExitCode(result);
}

}  // namespace

int main(int argc, char** argv) {
  setenv("GRPC_VERBOSITY", "NONE", 0);  // we say what is wrong; who wants more sets it
  Options options;
  CLI::App app("Talks to the replicas of a single-decree Paxos system.", "paxos_client");
  app.set_version_flag("--version", "paxos_client " CPNGEN_VERSION);
  app.add_option("--servers", options.servers,
                 "All replicas: 0=HOST:PORT,1=HOST:PORT,... (as paxos_server's --peers)")
      ->required();
  app.add_option("--quorum", options.quorum, "Answers needed (default: a majority)");
  app.add_option("--timeout", options.timeout_ms, "Deadline, milliseconds")->capture_default_str();
  app.add_flag("--json", options.json,
               "Print {\"proposed\", \"decided\", \"error\"} instead of the decided value");
  auto* const propose = app.add_subcommand(
      "propose", "Proposes VALUE and prints the value that was decided, which may be another one");
  propose->add_option("VALUE", options.value, "The value to propose")->required();
  propose->fallthrough();
  app.require_subcommand(1);
  app.footer(
      "Example:\n"
      "  paxos_client --servers 0=127.0.0.1:4000,1=127.0.0.1:4001,2=127.0.0.1:4002 propose hello\n"
      "Exit code: 0 decided, 1 no quorum of answers, or answers that disagree, 2 wrong call,\n"
      "3 deadline.");
  spdlog::set_default_logger(spdlog::stderr_color_mt("paxos_client"));
  try {
    app.parse(argc, argv);
    return Propose(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kWrongCall;
  } catch (const paxos::ConfigError& error) {
    spdlog::error("{}", error.what());
  } catch (const quorum::ConfigurationError& error) {
    spdlog::error("{}", error.what());
  }
  return kWrongCall;
}
