#include "adapter/systems/paxos/runs/configuration_case.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/systems/grpc/certificates.h"
#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "quorum/configuration.h"
#include "quorum/manager.h"
#include "quorum/server.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/rpc/tls_credentials.h"

namespace adapter {
namespace {

using cases::ConfigurationCase;
using cases::ConfigurationDefect;
using Defects = std::vector<ConfigurationDefect>;
using Endpoints = std::vector<quorum::Endpoint>;
using quorum::TlsFiles;

constexpr const char* kAnyPort = "127.0.0.1:0";

// What a refusal says, and what it can stand for.
const std::pair<const char*, Defects> kRefusalDefects[] = {
    {"at least one", {ConfigurationDefect::kNoReplica}},
    {"expected ID=ADDRESS", {ConfigurationDefect::kMalformedPeer}},
    {"is there twice: ids must be distinct", {ConfigurationDefect::kDoubleId}},
    {"addresses must be distinct", {ConfigurationDefect::kDoubleAddress}},
    {"without a gap", {ConfigurationDefect::kGap}},
    {"must be connected to exactly", {ConfigurationDefect::kDoubleId, ConfigurationDefect::kGap}},
    {"is not in the list of replicas", {ConfigurationDefect::kOwnId}},
    {"prepare quorum of ", {ConfigurationDefect::kPrepareQuorum}},
    {"accept quorum of ", {ConfigurationDefect::kAcceptQuorum}},
    {"commit quorum of ", {ConfigurationDefect::kCommitQuorum}},
    {"need not intersect", {ConfigurationDefect::kNoIntersection}},
    {"detector's delay must be", {ConfigurationDefect::kDelay}},
    {"detector's delta must not be", {ConfigurationDefect::kDelta}},
    {"time-out of calls must be", {ConfigurationDefect::kTimeout}},
    {"cannot listen on ", {ConfigurationDefect::kAddressTaken}},
    {"a client's quorum of ", {ConfigurationDefect::kClientQuorum}},
    {"give all three, or none", {ConfigurationDefect::kIncompleteTls}},
    {"a client needs the CA", {ConfigurationDefect::kNoCa}},
    {"must be given together",
     {ConfigurationDefect::kNoIdentity, ConfigurationDefect::kHalfIdentity}},
};

// What the refusal of a TLS file says (how it begins, and further on), and what it stands for.
struct FileRefusal {
  const char* file;
  const char* reason;
  ConfigurationDefect defect;
};
constexpr FileRefusal kFileRefusals[] = {
    {"CA ", ": cannot be read: ", ConfigurationDefect::kUnreadableCa},
    {"certificate ", ": cannot be read: ", ConfigurationDefect::kUnreadableCertificate},
    {"key ", ": cannot be read: ", ConfigurationDefect::kUnreadableKey},
    {"CA ", ": expected PEM certificates", ConfigurationDefect::kMalformedCa},
    {"certificate ", ": expected PEM certificates", ConfigurationDefect::kMalformedCertificate},
    {"key ", ": expected an unencrypted PEM private key", ConfigurationDefect::kMalformedKey},
    {"CA ", " has expired", ConfigurationDefect::kExpiredCa},
    {"certificate ", " has expired", ConfigurationDefect::kExpiredCertificate},
    {"CA ", " is not valid yet", ConfigurationDefect::kEarlyCa},
    {"certificate ", " is not valid yet", ConfigurationDefect::kEarlyCertificate},
    {"key ", ": it is not the key of certificate ", ConfigurationDefect::kOtherKey},
};

std::string WordOf(ConfigurationDefect defect) {
  return cases::kDefectWords[static_cast<std::size_t>(defect)];
}

std::vector<std::string> RefusalWords(const std::string& message) {
  for (const FileRefusal& refusal : kFileRefusals) {
    const bool is_it =
        message.starts_with(refusal.file) && message.find(refusal.reason) != std::string::npos;
    if (is_it) return {WordOf(refusal.defect)};
  }
  for (const auto& [text, defects] : kRefusalDefects) {
    if (message.find(text) == std::string::npos) continue;
    std::vector<std::string> words;
    for (const ConfigurationDefect defect : defects) words.push_back(WordOf(defect));
    return words;
  }
  return {message};
}

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

// Where a server shall listen.
class ListenAddress {
 public:
  explicit ListenAddress(bool is_taken) {
    if (is_taken) other_.emplace(kAnyPort, std::make_shared<const quorum::Dispatcher>());
  }
  std::string address() const { return other_ ? other_->address() : kAnyPort; }

 private:
  std::optional<quorum::Server> other_;
};

void StartServer(const ConfigurationCase& test, const Endpoints& peers, const TlsFiles& tls) {
  PeriodClock clock{nullptr};
  paxos::MemoryStorage storage;
  const ListenAddress place(test.address_taken);
  paxos::ReplicaServer::Options options;
  options.server_credentials = paxos::ServerCredentialsOf(tls);
  options.channel_credentials = paxos::ChannelCredentialsOf(tls);
  paxos::ReplicaServer server(ConfigOf(test, peers.size()), place.address(), clock, storage,
                              nullptr, options);
  server.Connect(peers);
}

void StartClient(const ConfigurationCase& test, const Endpoints& replicas, const TlsFiles& tls) {
  paxos::Client(replicas, {.quorum_size = test.client_quorum,
                           .credentials = paxos::ChannelCredentialsOf(tls)});
}

void StartLibraryServer(const ConfigurationCase& test, const TlsFiles& tls) {
  const ListenAddress place(test.address_taken);
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
  start("server", addresses + numbers + lists,
        [&] { StartServer(test, paxos::ParsePeers(ListText(test.peers)), tls); });
  start("client", addresses + Defects{kClientQuorum} + lists,
        [&] { StartClient(test, paxos::ParsePeers(ListText(test.peers)), tls); });
  if (!Has(test, kMalformedPeer) || test.peers.empty()) {
    // Whether two replicas have one address is the list's business.
    if ((Has(test, kNoReplica) || Has(test, kDoubleId) || Has(test, kGap)) &&
        !Has(test, kDoubleAddress)) {
      start("server without a list", addresses + numbers + Defects{kGap},
            [&] { StartServer(test, PeersOf(test), {}); });
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
