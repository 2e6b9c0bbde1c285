// Checks of what a replica is told at its start, and of the programs' peer lists.
//
// Every refusal is a ConfigError whose message says what is wrong and what would be right.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "quorum/manager.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

/// A configuration that cannot work, or a server that cannot start with it.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws ConfigError unless: replicas >= 1, 0 <= id < replicas, quorum sizes in 1..replicas,
/// prepare and accept quorums intersect (their sizes add up to more than n), time spans positive
/// (delta: not negative). Names the first of these that is wrong, prepare before accept before
/// commit.
void Validate(const ReplicaConfig& config);

/// Reads "0=127.0.0.1:4000,1=127.0.0.1:4001,...". Throws ConfigError when it is malformed, an id or
/// address is double, or the ids are not 0..n-1. The endpoints are in the order of their ids.
std::vector<quorum::Endpoint> ParsePeers(const std::string& text);

/// Whether port 0, which stands for any free one, will do.
enum class AnyPort { kNo, kYes };

/// Throws ConfigError, its message beginning with `what`, unless the address is "HOST:PORT" with a
/// port from 1 to 65535, also with dns:, ipv4: or ipv6: in front, "unix:PATH" or
/// "unix-abstract:NAME". gRPC would take others for what nobody meant.
void CheckAddress(const std::string& what, const std::string& address, AnyPort any);

}  // namespace paxos
