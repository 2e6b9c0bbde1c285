#include "sut/paxos/systematic/wire.h"

#include <optional>
#include <utility>

#include "sut/paxos/roles/reply_bytes.h"

namespace paxos {
namespace {

Happening ResultOf(ReplicaId node, std::uint32_t number) {
  Happening happening;
  happening.kind = Happening::Kind::kCallResult;
  happening.node = node;
  happening.number = number;
  return happening;
}

}  // namespace

Happening WhatCameOf(ReplicaId node, std::uint32_t number,
                     const std::optional<PrepareReply>& reply) {
  Happening happening = ResultOf(node, number);
  CallResult& result = happening.result;
  result.replied = reply.has_value();
  if (!reply) return happening;
  if (reply->has_refusal()) result.refused_at = reply->refusal().promised();
  if (!reply->has_promise()) return happening;
  result.agrees = true;
  result.rnd = reply->promise().rnd();
  if (reply->promise().has_vote()) {
    result.vote = {reply->promise().vote().rnd(), reply->promise().vote().value()};
  }
  return happening;
}

Happening WhatCameOf(ReplicaId node, std::uint32_t number,
                     const std::optional<AcceptReply>& reply) {
  Happening happening = ResultOf(node, number);
  CallResult& result = happening.result;
  result.replied = reply.has_value();
  if (!reply) return happening;
  if (reply->has_refusal()) result.refused_at = reply->refusal().promised();
  if (!reply->has_learn()) return happening;
  result.agrees = true;
  result.rnd = reply->learn().rnd();
  result.value = reply->learn().value();
  return happening;
}

Happening WhatCameOf(ReplicaId node, std::uint32_t number,
                     const std::optional<CommitReply>& reply) {
  Happening happening = ResultOf(node, number);
  happening.result.replied = happening.result.agrees = reply.has_value();
  return happening;
}

Happening WhatCameOf(ReplicaId node, std::uint32_t number, const std::optional<PingReply>& reply) {
  Happening happening;
  happening.kind = Happening::Kind::kPingResult;
  happening.node = node;
  happening.number = number;
  happening.flag = reply.has_value();
  if (!reply) return happening;
  happening.learned = reply->learned();
  if (reply->has_vrnd()) happening.rnd = reply->vrnd();
  if (reply->has_decided()) happening.decided = {reply->decided().rnd(), reply->decided().value()};
  return happening;
}

void Wire::Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
                   Done<PrepareReply> done) {
  QuorumCall(Method::kPrepare, to, request, nullptr, timeout, std::move(done));
}

void Wire::Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
                  Done<AcceptReply> done) {
  QuorumCall(Method::kAccept, to, request, &request.value(), timeout, std::move(done));
}

void Wire::Commit(ReplicaId to, const CommitRequest& request, Duration timeout,
                  Done<CommitReply> done) {
  QuorumCall(Method::kCommit, to, request, &request.value(), timeout, std::move(done));
}

void Wire::Ping(ReplicaId to, const PingRequest& request, Duration timeout, Done<PingReply> done) {
  ReplicaContract& contract = ends_.contract(id_);
  contract.Does(
      {.kind = Deed::Kind::kSend, .method = Method::kPing, .flag = request.learned(), .to = to});
  Send(Method::kPing, to, request, contract.period(), timeout, std::move(done));
}

template <class Request, class Reply>
void Wire::QuorumCall(Method method, ReplicaId to, const Request& request, const std::string* value,
                      Duration timeout, Done<Reply> done) {
  ReplicaContract& contract = ends_.contract(id_);
  Deed deed{.kind = Deed::Kind::kSend, .method = method, .to = to, .event = {.rnd = request.rnd()}};
  if (value != nullptr) deed.event.value = *value;
  contract.Does(std::move(deed));
  const std::uint32_t number = contract.call();
  if (to != id_ || !ends_.at_once()) {
    return Send(method, to, request, number, timeout, std::move(done));
  }
  ends_.CallItself(id_, request, [this, to, number, done](quorum::NodeResult<Reply> result) {
    ends_.contract(id_).Happens(WhatCameOf(to, number, result.reply));
    done(std::move(result));
  });
}

template <class Request, class Reply>
void Wire::Send(Method method, ReplicaId to, const Request& request, std::uint32_t number,
                Duration timeout, Done<Reply> done) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(calls_.size()));
    calls_.emplace_back();
  }
  const std::uint32_t token = free_.back();
  free_.pop_back();
  calls_[token] = {to, number, std::move(done)};
  request.SerializeToString(&buffer_);
  network_.Call(static_cast<systematic::Node>(id_), static_cast<systematic::Node>(to),
                static_cast<systematic::Network::Method>(method), buffer_, timeout.count(), *this,
                token);
}

void Wire::OnCallEnd(std::uint32_t token, systematic::CallEnd end, std::string_view reply) {
  const Call call = hears_twice_ ? calls_[token] : std::move(calls_[token]);
  if (!hears_twice_) {
    calls_[token].done = std::monostate();
    free_.push_back(token);
  }
  std::visit(
      [&](const auto& done) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(done)>, std::monostate>) {
          End(call, done, end, reply);
        }
      },
      call.done);
}

template <class Reply>
void Wire::End(const Call& call, const Done<Reply>& done, systematic::CallEnd end,
               std::string_view bytes) {
  using systematic::CallEnd;
  auto result =
      ResultOfBytes<Reply>(call.to, end == CallEnd::kReply ? std::optional(bytes) : std::nullopt,
                           end == CallEnd::kDeadline);
  ends_.contract(id_).Happens(WhatCameOf(call.to, call.number, result.reply));
  done(std::move(result));
}

}  // namespace paxos
