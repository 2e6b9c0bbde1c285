#include "examples/systematic/primary_secondary/failover_manager.h"

#include <algorithm>

namespace primary_secondary {

FailoverManager::FailoverManager(ManagerNetwork& network, Bug bug) : network_(network), bug_(bug) {}

void FailoverManager::OnReplicaStarted(ReplicaId replica, std::size_t expected) {
  replicas_[replica] = std::nullopt;
  if (primary_) {
    network_.SendChangeRole(replica, epoch_, Role::kIdleSecondary, *primary_);
  } else if (electing_) {
    network_.SendAskEnd(replica, epoch_);
  } else if (replicas_.size() >= expected) {
    BeginElection();
  }
}

void FailoverManager::OnReplicaFailed(ReplicaId replica) {
  replicas_.erase(replica);
  if (primary_ == replica) {
    BeginElection();
  } else if (electing_) {
    ElectIfAllAnswered();
  }
}

void FailoverManager::BeginElection() {
  ++epoch_;
  electing_ = true;
  primary_.reset();
  for (auto& [replica, end] : replicas_) {
    end.reset();
    network_.SendAskEnd(replica, epoch_);
  }
}

void FailoverManager::OnEnd(ReplicaId replica, Epoch epoch, LogEnd end) {
  const auto found = replicas_.find(replica);
  if (!electing_ || epoch != epoch_ || found == replicas_.end()) return;
  found->second = end;
  ElectIfAllAnswered();
}

// All, and not a majority: what a client was told is on the failed primary and one more replica.
void FailoverManager::ElectIfAllAnswered() {
  const bool all = std::all_of(replicas_.begin(), replicas_.end(),
                               [](const auto& replica) { return replica.second.has_value(); });
  if (!all || replicas_.empty()) return;
  const auto furthest =
      std::max_element(replicas_.begin(), replicas_.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  electing_ = false;
  primary_ = furthest->first;
  for (const auto& [replica, end] : replicas_) {
    const Role role = replica == *primary_ ? Role::kPrimary : Role::kIdleSecondary;
    network_.SendChangeRole(replica, epoch_, role, *primary_);
  }
}

void FailoverManager::OnCopyDone(ReplicaId replica, Epoch epoch) {
  // Who stops to wait since a new epoch has begun says so, too.
  if (epoch != epoch_ && bug_ != Bug::kPromotion) return;
  if (!primary_ || !replicas_.contains(replica)) return;
  network_.SendChangeRole(replica, epoch_, Role::kActiveSecondary, *primary_);
}

}  // namespace primary_secondary
