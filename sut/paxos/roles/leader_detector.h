// The eventual leader detector: the lowest id that is not suspected. A pure state machine.
//
// Invariants: leader() is the lowest unsuspected id, nothing when all are suspected; restored nodes
// count again.
// Not thread-safe: one event at a time.
// Source: Cachin, Guerraoui, Rodrigues (2011), algorithm 2.8 (monarchical, eventual).
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

class LeaderDetector {
 public:
  /// `nodes` is not empty. Reports the first leader.
  LeaderDetector(const std::vector<NodeId>& nodes, Probe probe);

  /// The suspected nodes are these now (those that are not any more count again). True if the
  /// leader changed.
  bool OnSuspects(const std::set<NodeId>& suspected);

  std::optional<NodeId> leader() const { return leader_; }

 private:
  const std::set<NodeId> nodes_;
  Probe probe_;
  std::optional<NodeId> leader_;
};

}  // namespace paxos
