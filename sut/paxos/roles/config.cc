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

[[noreturn]] void RefuseAddress(const std::string& what, const std::string& address,
                                const std::string& why) {
  throw ConfigError(fmt::format("{} '{}': {}, for example 127.0.0.1:4000", what, address, why));
}

void CheckPort(const std::string& what, const std::string& address, std::string_view port,
               AnyPort any) {
  constexpr int kHighest = 65535;
  const int lowest = any == AnyPort::kYes ? 0 : 1;
  int number = -1;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (error != std::errc() || end != port.data() + port.size() || number < lowest ||
      number > kHighest) {
    RefuseAddress(what, address, fmt::format("its port must be {} to {}", lowest, kHighest));
  }
}

}  // namespace

void CheckAddress(const std::string& what, const std::string& address, AnyPort any) {
  std::string_view rest = address;
  for (const std::string_view scheme : {"unix:", "unix-abstract:"}) {
    if (rest.starts_with(scheme) && rest.size() > scheme.size()) return;
  }
  for (const std::string_view scheme : {"dns:", "ipv4:", "ipv6:"}) {
    if (!rest.starts_with(scheme)) continue;
    rest.remove_prefix(scheme.size());
    break;
  }
  const std::size_t colon = rest.rfind(':');
  const std::string_view host = rest.substr(0, colon);
  if (colon == std::string_view::npos || rest.ends_with(']')) {
    RefuseAddress(what, address, "expected HOST:PORT or unix:PATH");
  }
  if (host.empty() || host == "[]") RefuseAddress(what, address, "it has no host");
  if (host.find(':') != std::string_view::npos && !host.ends_with(']')) {
    RefuseAddress(what, address, "an IPv6 address stands in brackets");
  }
  CheckPort(what, address, rest.substr(colon + 1), any);
}

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
