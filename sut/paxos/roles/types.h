// The small words of Paxos: ids, rounds and time spans. Plain values.
//
// Invariants:
//  1. replica ids are dense, 0..n-1;
//  2. a round belongs to one proposer: rnd mod n is its id. Round 0 is a round, never "none".
#pragma once

#include <chrono>
#include <cstdint>

#include "quorum/types.h"

namespace paxos {

using quorum::Duration;
/// A replica is one node of the quorum calls, and has the node's id.
using ReplicaId = quorum::NodeId;
using Round = std::int64_t;

/// How many replies each quorum call needs.
struct QuorumSizes {
  int prepare = 0;
  int accept = 0;
  int commit = 0;

  /// Majorities of n replicas.
  static QuorumSizes Majority(int n) { return {n / 2 + 1, n / 2 + 1, n / 2 + 1}; }
  bool operator==(const QuorumSizes&) const = default;
};

/// What a replica is told at its start.
struct ReplicaConfig {
  ReplicaId id = 0;
  int replicas = 0;             ///< n; ids are 0..n-1
  QuorumSizes quorum_sizes;     ///< replies needed
  Duration delay{100'000};      ///< first period of the failure detector
  Duration delta{50'000};       ///< growth of the period after a false suspicion
  Duration timeout{2'000'000};  ///< deadline of the calls between replicas
};

}  // namespace paxos
