#include "sut/paxos/roles/failure_detector.h"

namespace paxos {

FailureDetector::FailureDetector(const std::vector<ReplicaId>& replicas, Duration delay,
                                 Duration delta, Probe probe)
    : replicas_(replicas.begin(), replicas.end()),
      delta_(delta),
      probe_(probe),
      delay_(delay),
      alive_(replicas_),
      unanswered_(replicas_) {}

FailureDetector::Findings FailureDetector::OnTimeout() {
  PAXOS_OBSERVE(probe_, kTimeout, .period = period_);
  Findings findings;
  for (const ReplicaId replica : replicas_) {
    if (alive_.contains(replica) && suspected_.erase(replica) > 0) {
      findings.restored.push_back(replica);
      PAXOS_OBSERVE(probe_, kRestore, .about = replica);
    } else if (!alive_.contains(replica) && suspected_.insert(replica).second) {
      findings.suspected.push_back(replica);
      PAXOS_OBSERVE(probe_, kSuspect, .about = replica);
    }
  }
  if (!findings.restored.empty() || answered_late_) delay_ += delta_;
  answered_late_ = false;
  ++period_;
  alive_.clear();
  unanswered_ = replicas_;
  return findings;
}

void FailureDetector::OnPingAnswered(std::int64_t period, ReplicaId replica) {
  if (period == period_) {
    alive_.insert(replica);
  } else {
    answered_late_ = true;
  }
  PingEnded(period, replica);
}

void FailureDetector::OnPingFailed(std::int64_t period, ReplicaId replica) {
  PingEnded(period, replica);
}

void FailureDetector::PingEnded(std::int64_t period, ReplicaId replica) {
  if (period != period_ || unanswered_.erase(replica) == 0 || !unanswered_.empty()) return;
  PAXOS_OBSERVE(probe_, kPingsDone, .period = period);
}

}  // namespace paxos
