// The eventually perfect failure detector. A pure state machine: its host owns the timer (a
// Clock's) and sends the pings that OnTimeout asks for.
//
// Invariants:
//  1. in each period every replica is pinged once. At the time-out a replica that did not answer
//     the period's ping is suspected, and a suspected replica that did answer is restored;
//  2. the delay never shrinks. It grows by delta at every time-out that restores a replica or that
//     follows a late answer;
//  3. a late answer (to a ping of an earlier period) says that the delay is too short. It is no
//     sign of life: its sender may have crashed since.
// Not thread-safe: one event at a time.
// Source: Cachin, Guerraoui, Rodrigues, "Introduction to Reliable and Secure Distributed
// Programming" (2011), algorithm 2.7 (Increasing Timeout), where replies name no period and a late
// one counts as a sign of life. Accuracy is eventual all the same: late answers of a live replica
// make the delay grow until they are in time.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/state_sink.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

class FailureDetector {
 public:
  /// What a time-out found. Ids in order.
  struct Findings {
    std::vector<ReplicaId> suspected;  ///< now, and not before
    std::vector<ReplicaId> restored;   ///< suspected before, and not now
  };

  /// Watches `replicas`; all count as alive until the first time-out. Period 1 begins with it.
  FailureDetector(const std::vector<ReplicaId>& replicas, Duration delay, Duration delta,
                  Probe probe);

  /// Ends the period, begins the next one, and returns whom it suspects and restores by that. The
  /// caller must then ping all replicas() and call this again after delay().
  Findings OnTimeout();

  /// `replica` answered a ping of period `period`.
  void OnPingAnswered(std::int64_t period, ReplicaId replica);
  /// The ping of period `period` to `replica` failed.
  void OnPingFailed(std::int64_t period, ReplicaId replica);

  const std::set<ReplicaId>& replicas() const { return replicas_; }
  const std::set<ReplicaId>& suspected() const { return suspected_; }
  bool Suspects(ReplicaId replica) const { return suspected_.contains(replica); }
  Duration delay() const { return delay_; }
  std::int64_t period() const { return period_; }
#ifdef PAXOS_INSTRUMENTATION  // GCOVR_EXCL_START
  void Describe(StateSink& sink) const {
    sink.Name("failure_detector.alive");
    sink.AllOf(alive_);
    sink.Name("failure_detector.suspected");
    sink.AllOf(suspected_);
    sink.Name("failure_detector.unanswered");
    sink.AllOf(unanswered_);
    sink.Name("failure_detector.answered_late");
    sink.Number(answered_late_ ? 1 : 0);
  }
#endif  // GCOVR_EXCL_STOP

 private:
  void PingEnded(std::int64_t period, ReplicaId replica);

  const std::set<ReplicaId> replicas_;
  const Duration delta_;
  Probe probe_;
  Duration delay_;
  std::int64_t period_ = 1;
  std::set<ReplicaId> alive_;   // answered the ping of this period
  bool answered_late_ = false;  // since the last time-out
  std::set<ReplicaId> suspected_;
  std::set<ReplicaId> unanswered_;  // pings of this period that have not ended
};

}  // namespace paxos
