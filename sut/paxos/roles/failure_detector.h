// The eventually perfect failure detector. A pure state machine: its host owns the timer (a
// Clock's) and sends the pings that OnTimeout asks for.
//
// Invariants:
//  1. in each period every node is pinged once; a node that did not answer that ping is suspected
//  at
//     the time-out; a suspected node that did is restored;
//  2. the delay grows by delta at every time-out that finds a false suspicion, or before which a
//  late
//     answer came, and never shrinks;
//  3. a late answer (to a ping of an earlier period) says that the delay is too short. It is no
//  sign
//     of life: its sender may have crashed since.
// Not thread-safe: one event at a time.
// Source: Cachin, Guerraoui, Rodrigues, "Introduction to Reliable and Secure Distributed
// Programming" (2011), algorithm 2.7 (Increasing Timeout), where replies name no period and a late
// one counts as a sign of life. Accuracy is eventual all the same: late answers of a live node make
// the delay grow until they are in time.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

class FailureDetector {
 public:
  /// What a time-out found. Ids in order.
  struct Findings {
    std::vector<NodeId> suspected;  ///< now, and not before
    std::vector<NodeId> restored;   ///< suspected before, and not now
  };

  /// Watches `nodes`; all count as alive until the first time-out. Period 1 begins with it.
  FailureDetector(const std::vector<NodeId>& nodes, Duration delay, Duration delta, Probe probe);

  /// The period is over: says whom to suspect and restore; then the next period begins, all nodes()
  /// must be pinged, and the next time-out is due after delay().
  Findings OnTimeout();

  /// `node` answered a ping of period `period`.
  void OnPingAnswered(std::int64_t period, NodeId node);
  /// The ping of period `period` to `node` failed.
  void OnPingFailed(std::int64_t period, NodeId node);

  const std::set<NodeId>& nodes() const { return nodes_; }
  const std::set<NodeId>& suspected() const { return suspected_; }
  bool Suspects(NodeId node) const { return suspected_.contains(node); }
  Duration delay() const { return delay_; }
  std::int64_t period() const { return period_; }

 private:
  void PingEnded(std::int64_t period, NodeId node);

  const std::set<NodeId> nodes_;
  const Duration delta_;
  Probe probe_;
  Duration delay_;
  std::int64_t period_ = 1;
  std::set<NodeId> alive_;      // answered the ping of this period
  bool answered_late_ = false;  // since the last time-out
  std::set<NodeId> suspected_;
  std::set<NodeId> unanswered_;  // pings of this period that have not ended
};

}  // namespace paxos
