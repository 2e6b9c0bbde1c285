#include "sut/paxos/roles/proposer.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace paxos {
namespace {

// The lowest round of proposer `id` that is above `floor`.
Round NextRound(ReplicaId id, int replicas, std::optional<Round> floor) {
  if (!floor || *floor < id) return id;
  return id + ((*floor - id) / replicas + 1) * replicas;
}

// The round that the acceptors had promised when they refused.
template <class Reply>
std::optional<Round> RefusedBy(const quorum::Outcome<Reply>& outcome) {
  if (outcome.ok() || !outcome.reply() || !outcome.reply()->has_refusal()) return std::nullopt;
  return outcome.reply()->refusal().promised();
}

CommitRequest CommitOf(const RoundValue& decision) {
  CommitRequest commit;
  commit.set_rnd(decision.rnd);
  commit.set_value(decision.value);
  return commit;
}

}  // namespace

Proposer::Proposer(ReplicaId id, int replicas, Storage& storage, Calls& calls, Probe probe)
    : id_(id), replicas_(replicas), storage_(storage), calls_(calls), probe_(probe) {
  const StoredState stored = storage.Load();
  crnd_ = stored.round;
  if (stored.decision) decided_ = CommitOf(*stored.decision);
}

void Proposer::OnLeader(std::optional<ReplicaId> leader) {
  leader_ = probe_.Leads(leader == id_);
  Advance();
}

void Proposer::OnClientRequest(const std::string& value) {
  if (std::find(pending_.begin(), pending_.end(), value) == pending_.end()) {
    pending_.push_back(value);
  }
  Advance();
}

void Proposer::OnUnlearned() {
  if (phase_ == Phase::kCommitted) phase_ = Phase::kIdle;
}

void Proposer::OnVote(Round vrnd) { voted_ = std::max(voted_, std::optional(vrnd)); }

void Proposer::OnLearned(const CommitRequest& decided) {
  if (!decided_) decided_ = decided;
  Advance();
}

void Proposer::Advance() {
  if (phase_ != Phase::kIdle || !leader_) return;
  if (decided_) return Commit();
  if (pending_.empty()) {
    if (voted_ > settled_) BeginRound(std::nullopt);
    return;
  }
  const auto own = probe_.ChooseProposal(pending_);
  if (own) BeginRound(pending_.at(*own));
}

void Proposer::BeginRound(std::optional<std::string> own) {
  const Round next = NextRound(id_, replicas_, std::max(crnd_, refused_));
  storage_.Save({Record::Kind::kRound, next, ""});
  crnd_ = next;
  own_ = std::move(own);
  phase_ = Phase::kOne;
  PrepareRequest prepare;
  prepare.set_rnd(*crnd_);
  PAXOS_OBSERVE(probe_, kPrepareSent, .rnd = crnd_);
  calls_.Prepare(prepare);
}

void Proposer::OnPrepareDone(const quorum::Outcome<PrepareReply>& outcome) {
  assert(phase_ == Phase::kOne);
  if (!Ended(outcome.ok(), RefusedBy(outcome))) return;
  const Promise& promise = outcome.value().promise();
  if (!PAXOS_GO(
          probe_, kPhaseOneQuorum, .rnd = crnd_,
          .vrnd = promise.has_vote() ? std::optional(promise.vote().rnd()) : std::nullopt,
          .vval = promise.has_vote() ? std::optional(promise.vote().value()) : std::nullopt)) {
    return Fail();
  }
  settled_ = crnd_;  // what was chosen below is among the promises
  if (!promise.has_vote() && !own_) return Advance();
  accept_.set_rnd(*crnd_);
  accept_.set_value(promise.has_vote() ? promise.vote().value() : *own_);
  phase_ = Phase::kTwo;
  PAXOS_OBSERVE(probe_, kAcceptSent, .rnd = crnd_, .value = accept_.value());
  calls_.Accept(accept_);
}

void Proposer::OnAcceptDone(const quorum::Outcome<AcceptReply>& outcome) {
  assert(phase_ == Phase::kTwo);
  if (!Ended(outcome.ok(), RefusedBy(outcome))) return;
  if (!PAXOS_GO(probe_, kPhaseTwoQuorum, .rnd = crnd_, .value = accept_.value())) return Fail();
  decided_ = CommitOf({accept_.rnd(), accept_.value()});
  Commit();
}

void Proposer::Commit() {
  phase_ = Phase::kThree;
  PAXOS_OBSERVE(probe_, kCommitSent, .rnd = decided_->rnd(), .value = decided_->value());
  calls_.Commit(*decided_);
}

void Proposer::OnCommitDone(const quorum::Outcome<CommitReply>& outcome) {
  assert(phase_ == Phase::kThree);
  if (!Ended(outcome.ok(), std::nullopt)) return;
  phase_ = Phase::kCommitted;
  PAXOS_OBSERVE(probe_, kPhaseThreeQuorum, .rnd = decided_->rnd(), .value = decided_->value());
}

// A phase ended: remembers what a refusal told; without a quorum the proposer is idle again.
bool Proposer::Ended(bool ok, std::optional<Round> promised) {
  refused_ = std::max(refused_, promised);
  phase_ = Phase::kIdle;
  // One that began no round yet commits what it learned from others.
  if (!ok) {
    PAXOS_OBSERVE(probe_, kPhaseFailed, .rnd = crnd_ ? crnd_ : std::optional(decided_->rnd()),
                  .promised = promised);
  }
  return ok;
}

void Proposer::Fail() {
  phase_ = Phase::kFailed;
  PAXOS_OBSERVE(probe_, kFailed);
}

#ifdef PAXOS_INSTRUMENTATION  // GCOVR_EXCL_START
void Proposer::Describe(StateSink& sink) const {
  sink.Name("proposer.phase");
  sink.Number(static_cast<std::int64_t>(phase_));
  sink.Name("proposer.leads");
  sink.Number(leader_ ? 1 : 0);
  const auto add = [&](const char* name, const std::optional<Round>& round) {
    sink.Name(name);
    sink.Numbers(round);
  };
  add("proposer.crnd", crnd_);
  add("proposer.refused", refused_);
  add("proposer.voted", voted_);
  add("proposer.settled", settled_);
  sink.Name("proposer.pending");
  sink.Count(pending_.size());
  for (const std::string& value : pending_) sink.Text(value);
  sink.Name("proposer.own");
  sink.Count(own_ ? 1 : 0);
  sink.Text(own_.value_or(""));
  sink.Name("proposer.accept");
  if (phase_ == Phase::kTwo) {
    sink.Number(accept_.rnd());
    sink.Text(accept_.value());
  }
  sink.Name("proposer.decided");
  sink.Count(decided_ ? 1 : 0);
  if (!decided_) return;
  sink.Number(decided_->rnd());
  sink.Text(decided_->value());
}
#endif  // GCOVR_EXCL_STOP

}  // namespace paxos
