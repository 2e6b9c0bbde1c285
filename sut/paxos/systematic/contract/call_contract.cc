#include "sut/paxos/systematic/contract/call_contract.h"

#include <algorithm>

namespace paxos {

CallContract::State CallContract::OnResult(ReplicaId replica, const CallResult& result) {
  const unsigned bit = 1u << replica;
  if (state_ != State::kOpen || (outstanding_ & bit) == 0) return state_;
  outstanding_ &= ~bit;
  --left_;
  if (Counts(result)) {
    --missing_;
    if (result.vote) Keep(replica, *result.vote);
  }
  refused_at_ = std::max(refused_at_, result.refused_at);
  if (missing_ <= 0) {
    state_ = State::kQuorum;
  } else if (missing_ > left_) {
    state_ = State::kFailed;
  }
  return state_;
}

void CallContract::Keep(ReplicaId replica, const RoundValue& vote) {
  const bool is_higher = !vote_ || vote.rnd > vote_->rnd;
  if (!is_higher && (vote.rnd < vote_->rnd || replica > voter_)) return;
  vote_ = vote;
  voter_ = replica;
}

bool CallContract::Counts(const CallResult& result) const {
  if (!result.replied || !result.agrees) return false;
  switch (method_) {
    case Method::kPrepare:
      return result.rnd == rnd_;
    case Method::kAccept:
      return result.rnd == rnd_ && result.value == value_;
    case Method::kCommit:
    case Method::kPing:
      return true;
  }
  return false;
}

}  // namespace paxos
