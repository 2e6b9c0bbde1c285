#include "sut/paxos/systematic/contract/proposer_contract.h"

#include <algorithm>
#include <utility>

namespace paxos {

ProposerContract::ProposerContract(const ReplicaConfig& config, const StoredState& stored)
    : config_(config), crnd_(stored.round), decided_(stored.decision) {}

void ProposerContract::OnLeader(bool elected, Deeds& deeds) {
  const Deed* const asked = deeds.Take({.kind = Deed::Kind::kLeads, .flag = elected});
  leads_ = asked != nullptr && asked->leads;
  Advance(deeds);
}

void ProposerContract::OnClientRequest(const std::string& value, Deeds& deeds) {
  if (std::ranges::find(pending_, value) == pending_.end()) pending_.push_back(value);
  Advance(deeds);
}

void ProposerContract::OnUnlearned() {
  if (phase_ == Phase::kCommitted) phase_ = Phase::kIdle;
}

void ProposerContract::OnVote(Round vrnd) { voted_ = std::max(voted_, std::optional(vrnd)); }

void ProposerContract::OnLearned(const RoundValue& decided, Deeds& deeds) {
  if (!decided_) decided_ = decided;
  Advance(deeds);
}

// The leader that has nothing to wait for commits the decided value, or begins a round.
void ProposerContract::Advance(Deeds& deeds) {
  if (!leads_ || phase_ != Phase::kIdle) return;
  if (decided_) return Commit(deeds);
  if (!pending_.empty()) {
    const Deed* const asked = deeds.Take({.kind = Deed::Kind::kChoose, .pending = pending_});
    if (asked == nullptr || !asked->event.period) return;
    BeginRound(pending_[static_cast<std::size_t>(*asked->event.period)], deeds);
  } else if (voted_ > settled_) {
    BeginRound(std::nullopt, deeds);
  }
}

// The lowest of its own rounds that is above all that it began or that a refusal told it of.
Round ProposerContract::NextRound() const {
  const auto floor = std::max(crnd_, refused_);
  Round round = config_.id;
  if (floor && *floor >= round)
    round += ((*floor - round) / config_.replicas + 1) * config_.replicas;
  return round;
}

void ProposerContract::BeginRound(std::optional<std::string> own, Deeds& deeds) {
  crnd_ = NextRound();
  own_ = std::move(own);
  phase_ = Phase::kOne;
  deeds.Expect({.kind = Deed::Kind::kSave,
                .record = static_cast<std::uint8_t>(Record::Kind::kRound),
                .event = {.rnd = crnd_}});
  BeginCall(Point::kPrepareSent, Method::kPrepare, {*crnd_, ""}, deeds);
}

// A call goes to all replicas, itself included.
void ProposerContract::BeginCall(Point point, Method method, const RoundValue& what, Deeds& deeds) {
  Event event{.rnd = what.rnd};
  if (method != Method::kPrepare) event.value = what.value;
  Deed send{.kind = Deed::Kind::kSend, .method = method, .event = event};
  event.point = point;
  deeds.Expect({.event = event});
  for (send.to = 0; send.to < config_.replicas; ++send.to) deeds.Expect(send);
  const QuorumSizes& sizes = config_.quorum_sizes;
  const int quorum = method == Method::kPrepare  ? sizes.prepare
                     : method == Method::kAccept ? sizes.accept
                                                 : sizes.commit;
  ++calls_;
  call_ = CallContract(method, what.rnd, what.value, config_.replicas, quorum);
}

void ProposerContract::OnResult(std::uint32_t call, ReplicaId replica, const CallResult& result,
                                Deeds& deeds) {
  if (call != calls_ || call_.state() != CallContract::State::kOpen) return;
  const CallContract::State state = call_.OnResult(replica, result);
  if (state == CallContract::State::kOpen) return;
  const Phase phase = std::exchange(phase_, Phase::kIdle);
  if (state == CallContract::State::kFailed) {
    refused_ = std::max(refused_, call_.refused_at());
    return deeds.Expect({.event = {.point = Point::kPhaseFailed,
                                   .rnd = crnd_ ? crnd_ : std::optional(decided_->rnd),
                                   .promised = call_.refused_at()}});
  }
  if (phase == Phase::kOne) return EndPhaseOne(deeds);
  if (phase == Phase::kTwo) return EndPhaseTwo(deeds);
  phase_ = Phase::kCommitted;
  deeds.Expect(
      {.event = {
           .point = Point::kPhaseThreeQuorum, .rnd = decided_->rnd, .value = decided_->value}});
}

void ProposerContract::EndPhaseOne(Deeds& deeds) {
  const std::optional<RoundValue> vote = call_.vote();
  Event quorum{.point = Point::kPhaseOneQuorum, .rnd = crnd_};
  if (vote) {
    quorum.vrnd = vote->rnd;
    quorum.vval = vote->value;
  }
  if (!Goes(quorum, deeds)) return;
  settled_ = crnd_;
  if (!vote && !own_) return Advance(deeds);
  value_ = vote ? vote->value : *own_;
  phase_ = Phase::kTwo;
  BeginCall(Point::kAcceptSent, Method::kAccept, {*crnd_, value_}, deeds);
}

void ProposerContract::EndPhaseTwo(Deeds& deeds) {
  if (!Goes({.point = Point::kPhaseTwoQuorum, .rnd = crnd_, .value = value_}, deeds)) return;
  decided_ = {*crnd_, value_};
  Commit(deeds);
}

void ProposerContract::Commit(Deeds& deeds) {
  phase_ = Phase::kThree;
  BeginCall(Point::kCommitSent, Method::kCommit, *decided_, deeds);
}

// Told to fail, it does so.
bool ProposerContract::Goes(const Event& quorum, Deeds& deeds) {
  deeds.Expect({.event = quorum});
  const Deed* const asked = deeds.Take({.kind = Deed::Kind::kGo});
  if (asked == nullptr || asked->flag) return true;
  phase_ = Phase::kFailed;
  deeds.Expect({.event = {.point = Point::kFailed}});
  return false;
}

}  // namespace paxos
