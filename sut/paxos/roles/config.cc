#include "sut/paxos/roles/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace paxos {
namespace {

void CheckSize(const char* name, int size, int replicas) {
  if (size >= 1 && size <= replicas) return;
  throw ConfigError(fmt::format("{} quorum of {}: it must be 1 to {}, the number of replicas", name,
                                size, replicas));
}

quorum::Endpoint ParsePeer(std::string_view entry) {
  const auto equals = entry.find('=');
  quorum::Endpoint endpoint;
  const char* const end = entry.data() + std::min(equals, entry.size());
  const auto [rest, error] = std::from_chars(entry.data(), end, endpoint.id);
  if (equals == std::string_view::npos || error != std::errc() || rest != end ||
      equals + 1 == entry.size()) {
    throw ConfigError(
        fmt::format("peer '{}': expected ID=ADDRESS, for example 0=127.0.0.1:4000", entry));
  }
  endpoint.address = entry.substr(equals + 1);
  return endpoint;
}

}  // namespace

void Validate(const ReplicaConfig& config) {
  const int n = config.replicas;
  if (n < 1) throw ConfigError(fmt::format("{} replicas: at least one is needed", n));
  if (config.id < 0 || config.id >= n) {
    throw ConfigError(
        fmt::format("id {} is not in the list of replicas: it must be 0 to {}", config.id, n - 1));
  }
  const QuorumSizes& sizes = config.quorum_sizes;
  CheckSize("prepare", sizes.prepare, n);
  CheckSize("accept", sizes.accept, n);
  CheckSize("commit", sizes.commit, n);
  if (sizes.prepare + sizes.accept <= n) {
    throw ConfigError(
        fmt::format("prepare quorum {} and accept quorum {} of {} replicas need not intersect: "
                    "their sum must be "
                    "above {}",
                    sizes.prepare, sizes.accept, n, n));
  }
  if (config.delay <= Duration::zero())
    throw ConfigError("the failure detector's delay must be positive");
  if (config.delta < Duration::zero())
    throw ConfigError("the failure detector's delta must not be negative");
  if (config.timeout <= Duration::zero())
    throw ConfigError("the time-out of calls must be positive");
}

std::vector<quorum::Endpoint> ParsePeers(const std::string& text) {
  std::vector<quorum::Endpoint> peers;
  std::set<ReplicaId> ids;
  std::set<std::string> addresses;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    peers.push_back(ParsePeer(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
    if (!ids.insert(peers.back().id).second) {
      throw ConfigError(fmt::format("id {} is there twice: ids must be distinct", peers.back().id));
    }
    if (!addresses.insert(peers.back().address).second) {
      throw ConfigError(fmt::format("address {} is there twice: addresses must be distinct",
                                    peers.back().address));
    }
  }
  const int n = static_cast<int>(peers.size());
  if (*ids.begin() != 0 || *ids.rbegin() != n - 1) {
    throw ConfigError(fmt::format("ids of {} replicas must be 0 to {} without a gap", n, n - 1));
  }
  std::sort(peers.begin(), peers.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return peers;
}

}  // namespace paxos
