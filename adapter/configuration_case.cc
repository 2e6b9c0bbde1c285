#include "adapter/configuration_case.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/period_clock.h"
#include "oracles/expected.h"
#include "quorum/configuration.h"
#include "quorum/manager.h"
#include "sut/paxos/client.h"
#include "sut/paxos/config.h"
#include "sut/paxos/replica_server.h"
#include "sut/paxos/storage.h"

namespace adapter {
namespace {

using suite::ConfigurationCase;
using suite::ConfigurationDefect;
using Defects = std::vector<ConfigurationDefect>;
using Endpoints = std::vector<quorum::Endpoint>;

constexpr const char* kAnyPort = "127.0.0.1:0";

// What a refusal says, and what it can stand for.
const std::pair<const char*, Defects> kRefusals[] = {
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
};

std::vector<std::string> RefusalWords(const std::string& message) {
  for (const auto& [text, defects] : kRefusals) {
    if (message.find(text) == std::string::npos) continue;
    std::vector<std::string> words;
    for (const ConfigurationDefect defect : defects) {
      words.emplace_back(suite::kDefectWords[static_cast<std::size_t>(defect)]);
    }
    return words;
  }
  return {message};
}

// All defects but these.
Defects AllBut(std::initializer_list<ConfigurationDefect> others) {
  Defects defects;
  for (std::size_t i = 0; i < std::size(suite::kDefectWords); ++i) {
    const auto defect = static_cast<ConfigurationDefect>(i);
    if (std::find(others.begin(), others.end(), defect) == others.end()) defects.push_back(defect);
  }
  return defects;
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

void StartServer(const ConfigurationCase& test, const Endpoints& peers) {
  PeriodClock clock{nullptr};
  paxos::MemoryStorage storage;
  std::optional<paxos::ReplicaServer> other;
  std::string address = kAnyPort;
  if (test.address_taken) {
    paxos::ReplicaConfig alone;
    alone.replicas = 1;
    alone.quorum_sizes = paxos::QuorumSizes::Majority(1);
    other.emplace(alone, kAnyPort, clock, storage);
    address = other->endpoint().address;
  }
  paxos::ReplicaServer server(ConfigOf(test, peers.size()), address, clock, storage);
  server.Connect(peers);
}

void StartClient(const ConfigurationCase& test, const Endpoints& replicas) {
  paxos::Client(replicas, {.quorum_size = test.client_quorum});
}

oracles::StartOutcome Try(const char* who, Defects looks_at, const std::function<void()>& start) {
  oracles::StartOutcome outcome{who, std::move(looks_at), std::nullopt};
  try {
    start();
  } catch (const paxos::ConfigError& error) {
    outcome.refusal = RefusalWords(error.what());
  } catch (const quorum::ConfigurationError& error) {
    outcome.refusal = RefusalWords(error.what());
  }
  return outcome;
}

bool Has(const ConfigurationCase& test, ConfigurationDefect defect) {
  return std::count(test.defects.begin(), test.defects.end(), defect) > 0;
}

}  // namespace

Verdict RunCase(const ConfigurationCase& test) {
  using enum ConfigurationDefect;
  const Defects clients{kNoReplica, kMalformedPeer, kDoubleId, kDoubleAddress, kGap, kClientQuorum};
  oracles::ConfigurationOutcome outcome;
  const auto start = [&](const char* who, const Defects& looks_at,
                         const std::function<void()>& action) {
    outcome.starts.push_back(Try(who, looks_at, action));
  };
  start("server", AllBut({kClientQuorum}),
        [&] { StartServer(test, paxos::ParsePeers(ListText(test.peers))); });
  start("client", clients, [&] { StartClient(test, paxos::ParsePeers(ListText(test.peers))); });
  if (!Has(test, kMalformedPeer) || test.peers.empty()) {
    // Whether two replicas have one address is the list's business.
    if ((Has(test, kNoReplica) || Has(test, kDoubleId) || Has(test, kGap)) &&
        !Has(test, kDoubleAddress)) {
      start("server without a list", AllBut({kMalformedPeer, kClientQuorum}),
            [&] { StartServer(test, PeersOf(test)); });
    }
    start("client without a list", {kNoReplica, kDoubleId, kDoubleAddress, kClientQuorum},
          [&] { StartClient(test, PeersOf(test)); });
  }
  return Judge(oracles::Compare(test, outcome));
}

}  // namespace adapter
