#include "sut/paxos/systematic/peers.h"

namespace paxos {
namespace {

constexpr std::uint64_t kRounds = 8;
constexpr std::uint64_t kValues = 3;

}  // namespace

Peers::Peers(systematic::Scheduler& scheduler, const systematic::Processes& processes,
             systematic::Network& network, ReplicaId real)
    : scheduler_(scheduler),
      processes_(processes),
      network_(network),
      real_(static_cast<systematic::Node>(real)),
      send_word_(scheduler.Intern("peer sends")),
      say_word_(scheduler.Intern("peer says")) {}

void Peers::Start() {
  for (systematic::Node peer = 0; peer < processes_.size(); ++peer) {
    if (IsPeer(peer)) Offer(peer);
  }
}

void Peers::Heal() {
  healed_ = true;
  for (systematic::Node peer = 0; peer < processes_.size(); ++peer) {
    scheduler_.Disable(SendKey(peer));
  }
}

std::uint64_t Peers::Choose(systematic::Node peer, std::uint64_t n) {
  systematic::Key key;
  key.kind = say_word_;
  key.from = processes_.word(peer);
  key.ordinal = scheduler_.NextOrdinal(key.kind, key.from, 0);
  return scheduler_.Choose(key, n);
}

Round Peers::AnyRound(systematic::Node peer) { return static_cast<Round>(Choose(peer, kRounds)); }

std::string Peers::AnyValue(systematic::Node peer) {
  return "v" + std::to_string(Choose(peer, kValues));
}

template <class RoundAndValue>
void Peers::Fill(systematic::Node peer, RoundAndValue& message) {
  message.set_rnd(AnyRound(peer));
  message.set_value(AnyValue(peer));
}

systematic::Key Peers::SendKey(systematic::Node peer) const {
  systematic::Key key;
  key.kind = send_word_;
  key.from = processes_.word(peer);
  return key;
}

void Peers::Offer(systematic::Node peer) {
  scheduler_.Enable(SendKey(peer), processes_.machine(peer), systematic::OptionKind::kClient,
                    [this, peer] { Send(peer); });
}

void Peers::Send(systematic::Node peer) {
  if (!healed_) Offer(peer);
  if (!processes_.up(peer)) return;
  switch (Choose(peer, 4)) {
    case 0: {
      PrepareRequest request;
      request.set_rnd(AnyRound(peer));
      return Call(peer, Method::kPrepare, request);
    }
    case 1: {
      AcceptRequest request;
      Fill(peer, request);
      return Call(peer, Method::kAccept, request);
    }
    case 2: {
      CommitRequest request;
      Fill(peer, request);
      return Call(peer, Method::kCommit, request);
    }
    default: {
      PingRequest request;
      request.set_from(peer);
      request.set_learned(Choose(peer, 2) == 1);
      return Call(peer, Method::kPing, request);
    }
  }
}

template <class Message>
void Peers::Call(systematic::Node peer, Method method, const Message& message) {
  message.SerializeToString(&buffer_);
  network_.Call(peer, real_, static_cast<systematic::Network::Method>(method), buffer_, 1, *this,
                0);
}

void Peers::OnRequest(systematic::Network::Exchange exchange, systematic::Node peer, Method method,
                      std::string_view bytes) {
  const int size = static_cast<int>(bytes.size());
  if (Choose(peer, 8) == 0) return network_.Refuse(exchange);
  switch (method) {
    case Method::kPrepare: {
      PrepareRequest request;
      request.ParseFromArray(bytes.data(), size);
      AnswerTo(peer, request).SerializeToString(&buffer_);
      break;
    }
    case Method::kAccept: {
      AcceptRequest request;
      request.ParseFromArray(bytes.data(), size);
      AnswerTo(peer, request).SerializeToString(&buffer_);
      break;
    }
    case Method::kCommit:
      buffer_.clear();
      break;
    case Method::kPing:
      AnswerTo(peer).SerializeToString(&buffer_);
      break;
  }
  network_.Answer(exchange, buffer_);
}

PrepareReply Peers::AnswerTo(systematic::Node peer, const PrepareRequest& request) {
  PrepareReply reply;
  const std::uint64_t kind = Choose(peer, 8);
  if (kind == 0) {
    reply.mutable_refusal()->set_promised(AnyRound(peer));
    return reply;
  }
  Promise& promise = *reply.mutable_promise();
  promise.set_rnd(kind == 1 ? AnyRound(peer) : request.rnd());
  if (kind <= 4) Fill(peer, *promise.mutable_vote());
  return reply;
}

AcceptReply Peers::AnswerTo(systematic::Node peer, const AcceptRequest& request) {
  AcceptReply reply;
  const std::uint64_t kind = Choose(peer, 8);
  if (kind == 0) {
    reply.mutable_refusal()->set_promised(AnyRound(peer));
    return reply;
  }
  Learn& learn = *reply.mutable_learn();
  learn.set_rnd(kind == 1 ? AnyRound(peer) : request.rnd());
  learn.set_value(kind <= 2 ? AnyValue(peer) : request.value());
  return reply;
}

PingReply Peers::AnswerTo(systematic::Node peer) {
  PingReply reply;
  reply.set_from(peer);
  const std::uint64_t kind = Choose(peer, 8);
  reply.set_learned(kind % 2 == 1);
  if (kind == 0 || kind == 1) Fill(peer, *reply.mutable_decided());
  if (kind % 4 == 2) reply.set_vrnd(AnyRound(peer));
  return reply;
}

}  // namespace paxos
