#include "sut/paxos/roles/failure_detector.h"

namespace paxos {

FailureDetector::FailureDetector(const std::vector<NodeId>& nodes, Duration delay, Duration delta,
                                 Probe probe)
    : nodes_(nodes.begin(), nodes.end()),
      delta_(delta),
      probe_(probe),
      delay_(delay),
      alive_(nodes_),
      unanswered_(nodes_) {}

FailureDetector::Findings FailureDetector::OnTimeout() {
  PAXOS_OBSERVE(probe_, kTimeout, .period = period_);
  Findings findings;
  for (const NodeId node : nodes_) {
    if (alive_.contains(node) && suspected_.erase(node) > 0) {
      findings.restored.push_back(node);
      PAXOS_OBSERVE(probe_, kRestore, .node = node);
    } else if (!alive_.contains(node) && suspected_.insert(node).second) {
      findings.suspected.push_back(node);
      PAXOS_OBSERVE(probe_, kSuspect, .node = node);
    }
  }
  if (!findings.restored.empty() || answered_late_) delay_ += delta_;
  answered_late_ = false;
  ++period_;
  alive_.clear();
  unanswered_ = nodes_;
  return findings;
}

void FailureDetector::OnPingAnswered(std::int64_t period, NodeId node) {
  if (period == period_) {
    alive_.insert(node);
  } else {
    answered_late_ = true;
  }
  PingEnded(period, node);
}

void FailureDetector::OnPingFailed(std::int64_t period, NodeId node) { PingEnded(period, node); }

void FailureDetector::PingEnded(std::int64_t period, NodeId node) {
  if (period != period_ || unanswered_.erase(node) == 0 || !unanswered_.empty()) return;
  PAXOS_OBSERVE(probe_, kPingsDone, .period = period);
}

}  // namespace paxos
