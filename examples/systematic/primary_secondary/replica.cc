#include "examples/systematic/primary_secondary/replica.h"

#include <algorithm>
#include <utility>

namespace primary_secondary {

Replica::Replica(ReplicaId id, ReplicaNetwork& network, RoleObserver& observer)
    : id_(id), network_(network), observer_(observer) {}

void Replica::OnAskEnd(Epoch epoch) {
  epoch_ = std::max(epoch_, epoch);
  network_.SendEnd(epoch, EndOf(log_));
}

void Replica::OnChangeRole(Epoch epoch, Role role, ReplicaId primary) {
  if (epoch < epoch_) return;
  epoch_ = epoch;
  switch (role) {
    case Role::kPrimary:
      BecomePrimary();
      break;
    case Role::kIdleSecondary:
      AwaitCopy(primary);
      break;
    default:
      SetRole(role);
  }
}

void Replica::BecomePrimary() {
  EndWait();
  stored_.clear();
  committed_ = 0;
  SetRole(Role::kPrimary);
  network_.SendNewPrimary(epoch_);
  const auto early = std::exchange(early_, {});
  for (const auto& [secondary, epoch] : early) OnCopyRequest(secondary, epoch);
}

void Replica::AwaitCopy(ReplicaId primary) {
  EndWait();
  primary_ = primary;
  SetRole(Role::kIdleSecondary);
  awaits_copy_ = epoch_;
  network_.SendCopyRequest(primary, epoch_);
}

// The copy has come, or will not come any more.
void Replica::EndWait() {
  if (!awaits_copy_) return;
  network_.SendCopyDone(*awaits_copy_);
  awaits_copy_.reset();
}

void Replica::SetRole(Role role) {
  const Role before = std::exchange(role_, role);
  observer_.OnRole(id_, before, role, log_);
}

void Replica::OnCopyRequest(ReplicaId secondary, Epoch epoch) {
  if (epoch < epoch_) return;
  if (epoch > epoch_ || role_ != Role::kPrimary) {
    early_.push_back({secondary, epoch});
    return;
  }
  stored_[secondary] = 0;
  network_.SendCopy(secondary, epoch_, log_);
}

void Replica::OnCopy(Epoch epoch, const Log& log) {
  if (epoch != epoch_ || awaits_copy_ != epoch) return;
  log_ = log;
  network_.SendStored(primary_, epoch_, log_.size());
  EndWait();
}

void Replica::OnReplicate(ReplicaId primary, Epoch epoch, std::size_t index, const Entry& entry) {
  if (epoch != epoch_ || awaits_copy_ || index != log_.size()) return;
  log_.push_back(entry);
  network_.SendStored(primary, epoch_, log_.size());
}

void Replica::OnStored(ReplicaId secondary, Epoch epoch, std::size_t size) {
  if (epoch != epoch_ || role_ != Role::kPrimary) return;
  stored_[secondary] = std::max(stored_[secondary], size);
  Commit();
}

void Replica::Commit() {
  std::size_t most = 0;
  for (const auto& [secondary, size] : stored_) most = std::max(most, size);
  for (; committed_ < most; ++committed_) Reply(committed_);
}

void Replica::Reply(std::size_t index) {
  int counter = 0;
  for (std::size_t i = 0; i <= index; ++i) counter += log_[i].amount;
  network_.SendReply(log_[index].request, counter);
}

void Replica::OnRequest(RequestId request, int amount) {
  if (role_ != Role::kPrimary) return;
  for (std::size_t index = 0; index < log_.size(); ++index) {
    if (log_[index].request != request) continue;
    if (index < committed_) Reply(index);
    return;
  }
  log_.push_back({epoch_, request, amount});
  for (const auto& [secondary, size] : stored_) {
    network_.SendReplicate(secondary, epoch_, log_.size() - 1, log_.back());
  }
}

}  // namespace primary_secondary
