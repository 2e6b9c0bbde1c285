#include "sut/paxos/roles/acceptor.h"

#include <optional>

namespace paxos {
namespace {

AcceptorState StateIn(const Storage& storage) {
  const StoredState stored = storage.Load();
  if (!stored.vote) return {stored.promised, std::nullopt, std::nullopt};
  return {stored.promised, stored.vote->rnd, stored.vote->value};
}

}  // namespace

Acceptor::Acceptor(Storage& storage, Probe probe)
    : storage_(storage), probe_(probe), state_(StateIn(storage)) {}

PrepareReply Acceptor::OnPrepare(const PrepareRequest& request) {
  PrepareReply reply;
  if (state_.promised && request.rnd() <= *state_.promised) {
    PAXOS_OBSERVE(probe_, kPrepareRefused, .rnd = request.rnd(), .promised = state_.promised);
    reply.mutable_refusal()->set_promised(*state_.promised);
    return reply;
  }
  Change({Record::Kind::kPromise, request.rnd(), ""});
  Promise& promise = *reply.mutable_promise();
  promise.set_rnd(request.rnd());
  if (state_.vrnd) {
    promise.mutable_vote()->set_rnd(*state_.vrnd);
    promise.mutable_vote()->set_value(*state_.vval);
  }
  PAXOS_OBSERVE(probe_, kPromised, .rnd = request.rnd(), .vrnd = state_.vrnd, .vval = state_.vval);
  return reply;
}

AcceptReply Acceptor::OnAccept(const AcceptRequest& request) {
  AcceptReply reply;
  if (state_.promised && request.rnd() < *state_.promised) {
    PAXOS_OBSERVE(probe_, kAcceptRefused, .rnd = request.rnd(), .promised = state_.promised);
    reply.mutable_refusal()->set_promised(*state_.promised);
    return reply;
  }
  Change({Record::Kind::kVote, request.rnd(), request.value()});
  reply.mutable_learn()->set_rnd(request.rnd());
  reply.mutable_learn()->set_value(request.value());
  PAXOS_OBSERVE(probe_, kVoted, .rnd = request.rnd(), .value = request.value());
  return reply;
}

void Acceptor::Change(const Record& record) {
  storage_.Save(record);
  state_.promised = record.rnd;
  if (record.kind == Record::Kind::kVote) {
    state_.vrnd = record.rnd;
    state_.vval = record.value;
  }
  PAXOS_OBSERVE(probe_, kAcceptorState, .promised = state_.promised, .vrnd = state_.vrnd,
                .vval = state_.vval);
}

}  // namespace paxos
