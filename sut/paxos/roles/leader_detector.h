// The eventual leader detector: the lowest id that is not suspected. A pure state machine.
//
// Invariants: leader() is the lowest id that is not suspected, nothing when all are; a replica that
// is restored can lead again.
// Not thread-safe: one event at a time.
// Source: Cachin, Guerraoui, Rodrigues (2011), algorithm 2.8 (monarchical, eventual).
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/state_sink.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

class LeaderDetector {
 public:
  /// Elects among `replicas`, at least one, and reports the first leader.
  LeaderDetector(const std::vector<ReplicaId>& replicas, Probe probe);

  /// Takes note that exactly these replicas are suspected now. True if the leader changed.
  bool OnSuspects(const std::set<ReplicaId>& suspected);

  std::optional<ReplicaId> leader() const { return leader_; }
#ifdef PAXOS_INSTRUMENTATION  // GCOVR_EXCL_START
  void Describe(StateSink& sink) const {
    sink.Name("leader_detector.leader");
    sink.Numbers(leader_);
  }
#endif  // GCOVR_EXCL_STOP

 private:
  const std::set<ReplicaId> replicas_;
  Probe probe_;
  std::optional<ReplicaId> leader_;
};

}  // namespace paxos
