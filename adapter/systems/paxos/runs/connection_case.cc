#include "adapter/systems/paxos/runs/connection_case.h"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/systems/grpc/certificates.h"
#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "adapter/systems/paxos/runs/connection_hosts.h"
#include "adapter/systems/paxos/runs/connection_visitor.h"
#include "sut/paxos/programs/server_call.h"
#include "sut/paxos/programs/server_start.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/tls_credentials.h"

namespace adapter {
namespace {

using cases::ConnectionCase;
using cases::HostOutcome;
using cases::VisitorOutcome;
using Hosts = std::vector<std::unique_ptr<ConnectionHost>>;

// Replica 0 of itself and the hosts. Nobody listens at its own address among the peers: it listens
// at a free port, as it is told.
paxos::ServerSettings SettingsOf(const Hosts& hosts, const quorum::TlsFiles& tls) {
  std::string peers = "0=127.0.0.1:1";
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    peers += fmt::format(",{}={}", i + 1, hosts[i]->address());
  }
  std::vector<std::string> words{"--id", "0", "--peers", peers, "--listen", "127.0.0.1:0"};
  if (!tls.ca.empty()) {
    words.insert(words.end(),
                 {"--tls-ca", tls.ca, "--tls-cert", tls.certificate, "--tls-key", tls.key});
  }
  paxos::ServerSettings settings;
  if (paxos::ReadServerCall(words, settings)) {
    throw paxos::ConfigError("paxos_server does not take the call");
  }
  return settings;
}

class ConnectionRun {
 public:
  ConnectionRun(const ConnectionCase& test, std::chrono::milliseconds timeout)
      : test_(test), timeout_(timeout) {
    for (const cases::Identity host : test.hosts) {
      hosts_.push_back(std::make_unique<ConnectionHost>(host, certificates_));
    }
    const quorum::TlsFiles tls = test.tls ? certificates_.files() : quorum::TlsFiles();
    paxos::ServerHooks hooks;
    hooks.clock = &clock_;
    // Only the event that it serves comes on this thread.
    hooks.log = [this](paxos::LogLevel, const std::string&, const paxos::LogFields& fields) {
      if (fields.front().second == "serves") address_ = fields.back().second;
    };
    server_.emplace(SettingsOf(hosts_, tls), hooks);
    server_->Serve();
    client_.emplace(
        std::vector{quorum::Endpoint{0, address_, nullptr}},
        paxos::ClientOptions{.timeout = timeout, .credentials = paxos::ChannelCredentialsOf(tls)});
    CheckServer("at the start");
  }

  oracles::ConnectionOutcome Run() {
    for (const cases::Visitor& visitor : test_.visitors) Receive(visitor);
    for (const auto& host : hosts_) {
      const auto observed = host->Await(EndOfWait());
      if (!observed) outcome_.misuses.push_back(host->address() + " was never connected to");
      outcome_.hosts.push_back(observed.value_or(HostOutcome::kRefused));
    }
    return std::move(outcome_);
  }

 private:
  Deadline EndOfWait() const { return std::chrono::steady_clock::now() + timeout_; }
  int Port() const { return std::atoi(address_.substr(address_.rfind(':') + 1).c_str()); }

  void Receive(const cases::Visitor& visitor) {
    const auto number = static_cast<std::int64_t>(outcome_.visitors.size()) + 1;
    auto guest =
        std::make_unique<ConnectionVisitor>(visitor, Port(), number, certificates_, EndOfWait());
    // Nobody answers who has not heard all: others are answered meanwhile.
    const bool says_all = visitor.sends == cases::Visitor::Sends::kMessage;
    const bool early = says_all && guest->IsAnswered(EndOfWait());
    if (early) promised_ = number;
    CheckServer(fmt::format("after visitor {}", number));
    const bool answered = early || (!says_all && guest->IsAnswered(Deadline()));
    outcome_.visitors.push_back(answered ? VisitorOutcome::kAnswered : VisitorOutcome::kUnanswered);
    if (visitor.stays) guests_.push_back(std::move(guest));
  }

  void CheckServer(const std::string& when) {
    const auto result = client_->Status().front().result;
    if (!result.reply) {
      outcome_.misuses.push_back(fmt::format("{} the server answers \"{}\"", when,
                                             quorum::NodeErrorCodeName(result.error.code)));
      return;
    }
    const std::int64_t promised = result.reply->has_promised() ? result.reply->promised() : 0;
    if (promised != promised_) {
      outcome_.misuses.push_back(
          fmt::format("{} the round that is promised is {} and not {}", when, promised, promised_));
    }
  }

  const ConnectionCase& test_;
  const std::chrono::milliseconds timeout_;
  const Certificates certificates_;
  oracles::ConnectionOutcome outcome_;
  Hosts hosts_;
  PeriodClock clock_{nullptr};
  std::string address_;
  std::optional<paxos::StartedServer> server_;
  std::optional<paxos::Client> client_;
  std::vector<std::unique_ptr<ConnectionVisitor>> guests_;  // that stay
  std::int64_t promised_ = 0;                               // to whom it answered last
};

}  // namespace

Verdict RunCase(const ConnectionCase& test, std::chrono::milliseconds timeout) {
  return Judge(oracles::Compare(test, ConnectionRun(test, timeout).Run()));
}

}  // namespace adapter
