#include "adapter/systems/paxos/runs/answering_network.h"

#include <fmt/format.h>

#include <optional>

namespace adapter {
namespace {

using cases::CallReply;
using cases::ExpectedCall;
using paxos::ReplicaId;
using Phase = ExpectedCall::Phase;

template <class Reply>
quorum::NodeResult<Reply> TooLate(ReplicaId from) {
  return quorum::NodeResult<Reply>::Failed({from, quorum::NodeErrorCode::kDeadlineExceeded, ""});
}

// What the reply is as a message; `agree` fills in what agrees.
template <class Reply, class Agree>
quorum::NodeResult<Reply> ResultOf(ReplicaId from, const CallReply& reply, const Agree& agree) {
  if (reply.kind == CallReply::Kind::kFail) return TooLate<Reply>(from);
  Reply message;
  if (reply.kind == CallReply::Kind::kRefuse) {
    message.mutable_refusal()->set_promised(reply.rnd);
  } else {
    agree(message);
  }
  return quorum::NodeResult<Reply>::Ok(std::move(message));
}

}  // namespace

void AnsweringNetwork::Reset(const paxos::ReplicaConfig& config, const paxos::Storage& storage) {
  config_ = config;
  storage_ = &storage;
  period_ = 0;
  pings_.clear();
  calls_.clear();
  taken_ = 0;
}

void AnsweringNetwork::BeginPeriod() {
  ++period_;
  pinged_ = 0;
}

void AnsweringNetwork::Answer(ReplicaId from, const cases::PingAnswer& answer) {
  const auto ping = pings_.extract({answer.period, from});
  if (ping.empty()) {
    misuses_.push_back(fmt::format("no ping of period {} waits for an answer", answer.period));
    return;
  }
  paxos::PingReply reply;
  reply.set_from(from);
  reply.set_learned(answer.decided.has_value());
  if (answer.decided && ping.mapped().wants_decision) {
    reply.mutable_decided()->set_rnd(answer.decided->rnd);
    reply.mutable_decided()->set_value(answer.decided->val);
  }
  if (answer.vrnd) reply.set_vrnd(*answer.vrnd);
  ping.mapped().done(quorum::NodeResult<paxos::PingReply>::Ok(std::move(reply)));
}

void AnsweringNetwork::Reply(std::size_t call, ReplicaId from, const CallReply& reply) {
  if (call == 0) {
    misuses_.emplace_back("no call is under way");
    return;
  }
  const auto waiting = calls_[call - 1].waiting.extract(from);
  if (waiting.empty()) {
    misuses_.emplace_back("no call waits for the reply");
  } else {
    waiting.mapped()(reply);
  }
}

std::vector<ExpectedCall> AnsweringNetwork::TakeCalls() {
  std::vector<ExpectedCall> calls;
  for (; taken_ < calls_.size(); ++taken_) {
    const Call& call = calls_[taken_];
    if (call.sent != config_.replicas) {
      misuses_.push_back(
          fmt::format("a call went to {} of {} replicas", call.sent, config_.replicas));
    }
    calls.push_back(call.what);
  }
  return calls;
}

std::vector<std::string> AnsweringNetwork::TakeMisuses() {
  CheckPings();
  return std::exchange(misuses_, {});
}

void AnsweringNetwork::CheckPings() {
  if (pinged_ != config_.replicas - 1) {
    misuses_.push_back(
        fmt::format("{} of {} peers were pinged in a period", pinged_, config_.replicas - 1));
  }
}

void AnsweringNetwork::Send(ReplicaId to, ExpectedCall what, paxos::Duration timeout,
                            OnReply on_reply) {
  if (calls_.empty() || calls_.back().what != what || calls_.back().sent == config_.replicas) {
    calls_.push_back({std::move(what), {}});
  }
  Call& call = calls_.back();
  ++call.sent;
  if (!call.waiting.emplace(to, std::move(on_reply)).second) {
    misuses_.emplace_back("a call went to a replica twice");
  }
  if (timeout != config_.timeout) misuses_.emplace_back("a call has another deadline");
}

void AnsweringNetwork::Prepare(ReplicaId to, const paxos::PrepareRequest& request,
                               paxos::Duration timeout, Done<paxos::PrepareReply> done) {
  const paxos::Round rnd = request.rnd();
  if (storage_->Load().round != rnd) misuses_.emplace_back("a round begins that is not saved");
  Send(to, {Phase::kPrepare, rnd}, timeout, [to, rnd, done](const CallReply& reply) {
    done(ResultOf<paxos::PrepareReply>(to, reply, [&](paxos::PrepareReply& message) {
      message.mutable_promise()->set_rnd(rnd);
      if (!reply.vote) return;
      message.mutable_promise()->mutable_vote()->set_rnd(reply.vote->rnd);
      message.mutable_promise()->mutable_vote()->set_value(reply.vote->val);
    }));
  });
}

void AnsweringNetwork::Accept(ReplicaId to, const paxos::AcceptRequest& request,
                              paxos::Duration timeout, Done<paxos::AcceptReply> done) {
  Send(to, {Phase::kAccept, request.rnd(), request.value()}, timeout,
       [to, request, done](const CallReply& reply) {
         done(ResultOf<paxos::AcceptReply>(to, reply, [&](paxos::AcceptReply& message) {
           message.mutable_learn()->set_rnd(request.rnd());
           message.mutable_learn()->set_value(request.value());
         }));
       });
}

void AnsweringNetwork::Commit(ReplicaId to, const paxos::CommitRequest& request,
                              paxos::Duration timeout, Done<paxos::CommitReply> done) {
  Send(to, {Phase::kCommit, request.rnd(), request.value()}, timeout,
       [to, done](const CallReply& reply) {
         if (reply.kind != CallReply::Kind::kAgree) return done(TooLate<paxos::CommitReply>(to));
         done(quorum::NodeResult<paxos::CommitReply>::Ok({}));
       });
}

void AnsweringNetwork::Ping(ReplicaId to, const paxos::PingRequest& request,
                            paxos::Duration timeout, Done<paxos::PingReply> done) {
  ++pinged_;
  if (timeout != config_.timeout) misuses_.emplace_back("a ping has another deadline");
  const bool is_first =
      pings_.emplace(std::pair(period_, to), SentPing{!request.learned(), std::move(done)}).second;
  if (!is_first || to == config_.id) misuses_.emplace_back("a ping too many");
  if (request.from() != config_.id) misuses_.emplace_back("a ping has another sender");
}

}  // namespace adapter
