// Whom a client asks, and how many of them must answer. Plain values.
#pragma once

#include <vector>

#include "sut/paxos/roles/types.h"

namespace adapter {

struct ClientReach {
  std::vector<paxos::ReplicaId> replicas;  ///< distinct, at least one
  int quorum = 0;                          ///< answers that it needs; 0: of a majority of them

  /// How many answers that is.
  int answers() const { return quorum == 0 ? static_cast<int>(replicas.size()) / 2 + 1 : quorum; }
};

/// A client of all replicas, with a majority of them.
inline ClientReach ReachesAll(int replicas) {
  ClientReach reach;
  for (paxos::ReplicaId replica = 0; replica < replicas; ++replica) {
    reach.replicas.push_back(replica);
  }
  return reach;
}

}  // namespace adapter
