#include "adapter/systems/paxos/runs/configuration_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapter/systems/grpc/certificates.h"
#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "adapter/systems/paxos/runs/configuration_refusals.h"
#include "base/temporary_folder.h"
#include "quorum/configuration.h"
#include "quorum/manager.h"
#include "quorum/server.h"
#include "sut/paxos/programs/server_start.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/rpc/tls_credentials.h"

namespace adapter {
namespace {

using cases::ConfigurationCase;
using cases::ConfigurationDefect;
using cases::ListenPlace;
using Defects = std::vector<ConfigurationDefect>;
using Endpoints = std::vector<quorum::Endpoint>;
using quorum::TlsFiles;

constexpr const char* kAnyPort = "127.0.0.1:0";
// In a case's addresses it stands for a folder of the case's own.
constexpr std::string_view kNowhere = "/nowhere/";

// What is wrong with a TLS file itself.
const Defects& FileDefects() {
  using enum ConfigurationDefect;
  static const Defects defects{
      kUnreadableCa, kUnreadableCertificate, kUnreadableKey, kMalformedCa,
      kMalformedKey, kMalformedCertificate,  kExpiredCa,     kExpiredCertificate,
      kEarlyCa,      kEarlyCertificate,      kOtherKey};
  return defects;
}

Defects operator+(Defects some, const Defects& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

std::string ListText(const std::vector<std::string>& peers) {
  std::string text;
  for (std::size_t i = 0; i < peers.size(); ++i) text += (i == 0 ? "" : ",") + peers[i];
  return text;
}

// The peers as they stand in the case, whatever their ids are.
Endpoints PeersOf(const ConfigurationCase& test) {
  Endpoints peers;
  for (const std::string& peer : test.peers) {
    const auto equals = peer.find('=');
    peers.push_back({std::atoi(peer.c_str()), peer.substr(equals + 1), nullptr});
  }
  return peers;
}

paxos::ReplicaConfig ConfigOf(const ConfigurationCase& test, std::size_t replicas) {
  paxos::ReplicaConfig config;
  config.id = test.own;
  config.replicas = static_cast<int>(replicas);
  config.quorum_sizes = {test.prepare_quorum, test.accept_quorum, test.commit_quorum};
  config.delay = std::chrono::milliseconds(test.delay);
  config.delta = std::chrono::milliseconds(test.delta);
  config.timeout = std::chrono::milliseconds(test.timeout);
  return config;
}

// Where a server shall listen, and the folder of its sockets.
class ListenAddress {
 public:
  explicit ListenAddress(ListenPlace place) : place_(place) {
    if (place == ListenPlace::kTaken) {
      other_.emplace(kAnyPort, std::make_shared<const quorum::Dispatcher>());
    }
  }

  /// Empty: at the server's own address in the list, when it has one.
  std::string address() const {
    switch (place_) {
      case ListenPlace::kFree:
        return kAnyPort;
      case ListenPlace::kTaken:
        return other_->address();
      case ListenPlace::kListed:
        return "";
      case ListenPlace::kLongest:
        return SocketWithNameOf(kLongestSocketName);
      case ListenPlace::kTooLong:
        return SocketWithNameOf(kLongestSocketName + 1);
    }
    return kAnyPort;
  }

  /// A text of the case, with the folder in it.
  std::string InFolder(std::string text) const {
    for (auto at = text.find(kNowhere); at != std::string::npos; at = text.find(kNowhere)) {
      text.replace(at, kNowhere.size(), folder_.path().string() + '/');
    }
    return text;
  }

 private:
  std::string SocketWithNameOf(std::size_t bytes) const {
    const std::string begin = folder_.path().string() + '/';
    return "unix:" + begin + std::string(bytes - begin.size(), 'n');
  }

  const ListenPlace place_;
  const base::TemporaryFolder folder_;
  std::optional<quorum::Server> other_;
};

// Only the program knows a list, and listens itself.
ListenPlace LibrarysPlace(const ConfigurationCase& test) {
  return test.place == ListenPlace::kTaken ? test.place : ListenPlace::kFree;
}

// The replica and its server, without what a program does before.
void StartServer(const ConfigurationCase& test, const Endpoints& peers) {
  PeriodClock clock{nullptr};
  paxos::MemoryStorage storage;
  const ListenAddress place(LibrarysPlace(test));
  paxos::ReplicaServer server(ConfigOf(test, peers.size()), place.address(), clock, storage,
                              nullptr);
  server.Connect(peers);
}

paxos::ServerSettings SettingsOf(const ConfigurationCase& test, const TlsFiles& tls) {
  paxos::ServerSettings settings;
  settings.id = test.own;
  settings.delay_ms = test.delay;
  settings.delta_ms = test.delta;
  settings.timeout_ms = test.timeout;
  settings.prepare = test.prepare_quorum;
  settings.accept = test.accept_quorum;
  settings.commit = test.commit_quorum;
  settings.tls = tls;
  return settings;
}

// The server of the program, as its main function starts it.
void StartProgram(const ConfigurationCase& test, const TlsFiles& tls) {
  PeriodClock clock{nullptr};
  const ListenAddress place(test.place);
  paxos::ServerSettings settings = SettingsOf(test, tls);
  settings.peers = place.InFolder(ListText(test.peers));
  settings.listen = place.address();
  std::string served;
  paxos::ServerHooks hooks;
  hooks.clock = &clock;
  // Only the event that it serves comes on this thread.
  hooks.log = [&](paxos::LogLevel, const std::string&, const paxos::LogFields& fields) {
    if (fields.front().second == "serves") served = fields.back().second;
  };
  paxos::StartedServer server(settings, hooks);
  server.Serve();
  if (test.place != ListenPlace::kListed) return;
  const std::string prefix = fmt::format("{}=", test.own);
  for (const std::string& peer : test.peers) {
    if (!peer.starts_with(prefix)) continue;
    const std::string listed = place.InFolder(peer.substr(prefix.size()));
    if (served != listed) throw paxos::ConfigError("it listens elsewhere than the list says");
  }
}

void StartClient(const ConfigurationCase& test, const Endpoints& replicas, const TlsFiles& tls) {
  paxos::Client(replicas, {.quorum_size = test.client_quorum,
                           .credentials = paxos::ChannelCredentialsOf(tls)});
}

void StartLibraryServer(const ConfigurationCase& test, const TlsFiles& tls) {
  const ListenAddress place(LibrarysPlace(test));
  const quorum::Server server(place.address(), std::make_shared<const quorum::Dispatcher>(),
                              quorum::TlsServerCredentials(tls));
}

void StartManager(const TlsFiles& tls) {
  quorum::ManagerOptions options;
  options.credentials = quorum::TlsChannelCredentials(tls);
  const quorum::Manager manager({{0, "unix:/nowhere", nullptr}}, options);
}

oracles::StartOutcome Try(const char* who, Defects looks_at, const std::function<void()>& start) {
  oracles::StartOutcome outcome{who, std::move(looks_at), std::nullopt};
  try {
    start();
  } catch (const paxos::ConfigError& error) {
    outcome.refusal = RefusalWords(error.what());
  } catch (const quorum::ConfigurationError& error) {
    outcome.refusal = RefusalWords(error.what());
  } catch (const quorum::CredentialsError& error) {
    outcome.refusal = RefusalWords(error.what());
  } catch (const quorum::ServerError& error) {
    outcome.refusal = RefusalWords(error.what());
  }
  return outcome;
}

bool Has(const ConfigurationCase& test, ConfigurationDefect defect) {
  return std::count(test.defects.begin(), test.defects.end(), defect) > 0;
}

bool HasTls(const ConfigurationCase& test) {
  return test.ca != cases::TlsFile::kNone || test.certificate != cases::TlsFile::kNone ||
         test.key != cases::TlsFile::kNone;
}

}  // namespace

Verdict RunCase(const ConfigurationCase& test) {
  using enum ConfigurationDefect;
  const Defects addresses{kNoReplica, kDoubleId, kDoubleAddress};
  const Defects numbers{kOwnId, kPrepareQuorum, kAcceptQuorum, kCommitQuorum, kNoIntersection,
                        kDelay, kDelta,         kTimeout,      kAddressTaken};
  const Defects lists = Defects{kMalformedPeer, kGap, kIncompleteTls} + FileDefects();
  std::optional<Certificates> certificates;
  TlsFiles tls;
  if (HasTls(test)) tls = certificates.emplace().Files(test.ca, test.certificate, test.key);

  oracles::ConfigurationOutcome outcome;
  const auto start = [&](const char* who, const Defects& looks_at,
                         const std::function<void()>& action) {
    outcome.starts.push_back(Try(who, looks_at, action));
  };
  start("server", addresses + numbers + Defects{kMalformedAddress, kLongAddress} + lists,
        [&] { StartProgram(test, tls); });
  start("client", addresses + Defects{kClientQuorum} + lists,
        [&] { StartClient(test, paxos::ParsePeers(ListText(test.peers)), tls); });
  if (!Has(test, kMalformedPeer) || test.peers.empty()) {
    // Whether two replicas have one address is the list's business.
    if ((Has(test, kNoReplica) || Has(test, kDoubleId) || Has(test, kGap)) &&
        !Has(test, kDoubleAddress)) {
      start("server without a list", addresses + numbers + Defects{kGap},
            [&] { StartServer(test, PeersOf(test)); });
    }
    start("client without a list", addresses + Defects{kClientQuorum},
          [&] { StartClient(test, PeersOf(test), {}); });
  }
  if (HasTls(test)) {
    start("library's server", Defects{kAddressTaken, kNoIdentity} + FileDefects(),
          [&] { StartLibraryServer(test, tls); });
    start("manager", Defects{kNoCa, kHalfIdentity} + FileDefects(), [&] { StartManager(tls); });
  }
  return Judge(oracles::Compare(test, outcome));
}

}  // namespace adapter
