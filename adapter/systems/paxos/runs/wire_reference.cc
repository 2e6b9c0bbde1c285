#include "adapter/systems/paxos/runs/wire_reference.h"

#include <fmt/format.h>

namespace adapter {
namespace {

// A value may have a million bytes.
constexpr std::size_t kShown = 120;

std::string Shortened(const std::string& text) {
  if (text.size() <= kShown) return text;
  return fmt::format("{}... ({} bytes)", text.substr(0, kShown), text.size());
}

template <class Message>
void SetRoundAndValue(Message& message, const paxos::RoundValue& from) {
  message.set_rnd(from.rnd);
  message.set_value(from.value);
}

std::string RoundText(const std::optional<paxos::Round>& rnd) {
  return rnd ? fmt::to_string(*rnd) : "none";
}

std::string RoundValueText(const std::optional<paxos::RoundValue>& value) {
  return value ? fmt::format("({}, \"{}\")", value->rnd, Shortened(value->value)) : "none";
}

}  // namespace

RightAnswer<paxos::PrepareReply> AnswerTo(const paxos::PrepareRequest& request,
                                          paxos::StoredState state) {
  paxos::PrepareReply reply;
  if (state.promised && request.rnd() <= *state.promised) {
    reply.mutable_refusal()->set_promised(*state.promised);
    return {reply, state};
  }
  state.promised = request.rnd();
  reply.mutable_promise()->set_rnd(request.rnd());
  if (state.vote) SetRoundAndValue(*reply.mutable_promise()->mutable_vote(), *state.vote);
  return {reply, state};
}

RightAnswer<paxos::AcceptReply> AnswerTo(const paxos::AcceptRequest& request,
                                         paxos::StoredState state) {
  paxos::AcceptReply reply;
  if (state.promised && request.rnd() < *state.promised) {
    reply.mutable_refusal()->set_promised(*state.promised);
    return {reply, state};
  }
  state.promised = request.rnd();
  state.vote = {request.rnd(), request.value()};
  SetRoundAndValue(*reply.mutable_learn(), *state.vote);
  return {reply, state};
}

RightAnswer<paxos::CommitReply> AnswerTo(const paxos::CommitRequest& request,
                                         paxos::StoredState state) {
  if (!state.decision) state.decision = {request.rnd(), request.value()};
  return {{}, state};
}

paxos::PingReply AnswerTo(const paxos::PingRequest& request, const paxos::StoredState& state,
                          paxos::ReplicaId id) {
  paxos::PingReply reply;
  reply.set_from(id);
  reply.set_learned(state.decision.has_value());
  if (state.vote) reply.set_vrnd(state.vote->rnd);
  if (state.decision && !request.learned()) {
    SetRoundAndValue(*reply.mutable_decided(), *state.decision);
  }
  return reply;
}

paxos::StatusReply StatusOf(const paxos::StoredState& state, paxos::ReplicaId id, int replicas) {
  paxos::StatusReply reply;
  reply.set_id(id);
  reply.set_replicas(replicas);
  reply.set_leader(0);
  if (state.promised) reply.set_promised(*state.promised);
  if (state.vote) reply.set_vrnd(state.vote->rnd);
  if (state.decision) SetRoundAndValue(*reply.mutable_decided(), *state.decision);
  return reply;
}

std::string MessageText(const google::protobuf::Message& message) {
  return '{' + Shortened(message.ShortDebugString()) + '}';
}

std::string StateText(const paxos::StoredState& state) {
  return fmt::format("promised {}, vote {}, begun {}, decided {}", RoundText(state.promised),
                     RoundValueText(state.vote), RoundText(state.round),
                     RoundValueText(state.decision));
}

}  // namespace adapter
