#include "sut/paxos/systematic/contract/replica_contract.h"

#include <fmt/format.h>

#include <utility>

namespace paxos {
namespace {

using Kind = Deed::Kind;

bool BeginsCall(Point point) {
  return point == Point::kPrepareSent || point == Point::kAcceptSent || point == Point::kCommitSent;
}

}  // namespace

ReplicaContract::ReplicaContract(const ReplicaConfig& config, StoredState stored)
    : config_(config),
      acceptor_(stored),
      learned_(stored.decision),
      detector_(config.id, config.replicas, config.delay, config.delta),
      proposer_(config, stored) {}

void ReplicaContract::Does(Deed deed) {
  if (halted_) {
    const bool says_nothing =
        deed.kind == Kind::kSilence || (deed.kind == Kind::kClient && !deed.flag);
    if (!says_nothing && complaint_.empty()) {
      complaint_ = fmt::format("halted, and should do nothing, but did {}", ToString(deed));
    }
    return;
  }
  if (deed.kind == Kind::kEvent && deed.event.point == Point::kHalted) {
    halted_ = true;
    return;
  }
  if (deed.kind == Kind::kEvent && BeginsCall(deed.event.point)) ++calls_;
  if (deed.kind == Kind::kTimer) ++periods_;
  deeds_.Add(std::move(deed));
}

const std::string& ReplicaContract::Compare() {
  // One that halted did a part of what it should have.
  if (!halted_ && complaint_.empty()) {
    for (const Happening& happening : happenings_) On(happening);
    deeds_.ExpectEnd();
    complaint_ = deeds_.complaint();
  }
  happenings_.clear();
  deeds_.Clear();
  return complaint_;
}

void ReplicaContract::On(const Happening& happening) {
  switch (happening.kind) {
    case Happening::Kind::kStart:
      return OnStart();
    case Happening::Kind::kPrepare:
      return acceptor_.OnPrepare(*happening.rnd, deeds_);
    case Happening::Kind::kAccept:
      return acceptor_.OnAccept(*happening.rnd, happening.value, deeds_);
    case Happening::Kind::kCommit:
      OnCommit({*happening.rnd, happening.value});
      return deeds_.Expect({.kind = Kind::kAnswer, .method = Method::kCommit, .flag = true});
    case Happening::Kind::kPing:
      return OnPing(happening.flag);
    case Happening::Kind::kClient:
      return OnClient(happening.value);
    case Happening::Kind::kWait:
      return OnWait();
    case Happening::Kind::kCallResult:
      return proposer_.OnResult(happening.number, happening.node, happening.result, deeds_);
    case Happening::Kind::kPingResult:
      return OnPingResult(happening);
    case Happening::Kind::kTimeout:
      return OnTimeout();
  }
}

void ReplicaContract::OnStart() {
  // All are trusted at first.
  deeds_.Expect({.event = {.point = Point::kLeader, .about = 0}});
  Event loaded{.point = Point::kLoaded,
               .rnd = proposer_.crnd(),
               .promised = acceptor_.promised(),
               .vrnd = acceptor_.vrnd(),
               .vval = acceptor_.vval()};
  if (learned_) loaded.value = learned_->value;
  deeds_.Expect({.event = loaded});
  proposer_.OnLeader(detector_.leader() == config_.id, deeds_);
  BeginPeriod();
}

// What it learned first stays.
void ReplicaContract::OnCommit(const RoundValue& decided) {
  if (!learned_) {
    deeds_.Expect({.kind = Kind::kSave,
                   .record = static_cast<std::uint8_t>(Record::Kind::kDecision),
                   .event = {.rnd = decided.rnd, .value = decided.value}});
    deeds_.Expect(
        {.event = {.point = Point::kLearned, .rnd = decided.rnd, .value = decided.value}});
    learned_ = decided;
  }
  proposer_.OnLearned(*learned_, deeds_);
  for (; parked_ > 0; --parked_) AnswerClient();
}

void ReplicaContract::OnPing(bool sender_has_learned) {
  if (proposer_.failed()) {
    return deeds_.Expect({.kind = Kind::kSilence, .method = Method::kPing});
  }
  Event answer{.about = config_.id, .vrnd = acceptor_.vrnd()};
  if (learned_ && !sender_has_learned) {
    answer.rnd = learned_->rnd;
    answer.value = learned_->value;
  }
  deeds_.Expect({.kind = Kind::kAnswer,
                 .method = Method::kPing,
                 .flag = learned_.has_value(),
                 .event = answer});
}

void ReplicaContract::OnClient(const std::string& value) {
  deeds_.Expect({.event = {.point = Point::kClientRequest, .value = value}});
  const bool is_late = learned_.has_value();
  OnWait();
  if (!is_late) proposer_.OnClientRequest(value, deeds_);
}

void ReplicaContract::OnWait() {
  if (learned_) return AnswerClient();
  ++parked_;
}

void ReplicaContract::AnswerClient() {
  deeds_.Expect({.event = {.point = Point::kClientReply, .value = learned_->value}});
  deeds_.Expect({.kind = Kind::kClient, .flag = true, .event = {.value = learned_->value}});
}

void ReplicaContract::OnPingResult(const Happening& happening) {
  if (proposer_.failed()) return;
  if (happening.flag) {
    if (!happening.learned) proposer_.OnUnlearned();
    if (happening.rnd) proposer_.OnVote(*happening.rnd);
    if (happening.decided && !learned_) OnCommit(*happening.decided);
  }
  detector_.OnPingDone(happening.number, happening.node, happening.flag, deeds_);
}

void ReplicaContract::OnTimeout() {
  if (proposer_.failed()) return;
  const ReplicaId before = detector_.leader();
  detector_.OnTimeout(deeds_);
  if (const auto vrnd = acceptor_.vrnd()) proposer_.OnVote(*vrnd);
  const ReplicaId leader = detector_.leader();
  if (leader != before) deeds_.Expect({.event = {.point = Point::kLeader, .about = leader}});
  proposer_.OnLeader(leader == config_.id, deeds_);
  BeginPeriod();
}

void ReplicaContract::BeginPeriod() {
  deeds_.Expect({.kind = Kind::kTimer, .event = {.period = detector_.delay()}});
  for (ReplicaId to = 0; to < config_.replicas; ++to) {
    if (to == config_.id) continue;
    deeds_.Expect(
        {.kind = Kind::kSend, .method = Method::kPing, .flag = learned_.has_value(), .to = to});
  }
}

std::string ReplicaContract::CompareStatus(const StatusReply& status) const {
  StatusReply expected;
  expected.set_id(config_.id);
  expected.set_replicas(config_.replicas);
  expected.set_leader(detector_.leader());
  for (ReplicaId replica = 0; replica < config_.replicas; ++replica) {
    if (replica != config_.id && detector_.Suspects(replica)) expected.add_suspected(replica);
  }
  if (acceptor_.promised()) expected.set_promised(*acceptor_.promised());
  if (acceptor_.vrnd()) expected.set_vrnd(*acceptor_.vrnd());
  if (proposer_.crnd()) expected.set_crnd(*proposer_.crnd());
  if (learned_) {
    expected.mutable_decided()->set_rnd(learned_->rnd);
    expected.mutable_decided()->set_value(learned_->value);
  }
  if (expected.SerializeAsString() == status.SerializeAsString()) return "";
  return fmt::format("should say of itself {{{}}}, and says {{{}}}", expected.ShortDebugString(),
                     status.ShortDebugString());
}

}  // namespace paxos
