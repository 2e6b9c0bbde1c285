#include "sut/paxos/systematic/searched/network.h"

#include <algorithm>
#include <utility>

namespace paxos::searched {

using systematic::Key;
using systematic::OptionKind;
using systematic::StateDigest;

Network::Network(systematic::Scheduler& scheduler, Budgets& budgets, Ends& ends)
    : scheduler_(scheduler),
      budgets_(budgets),
      ends_(ends),
      request_(scheduler.Intern("request")),
      request_again_(scheduler.Intern("request again")),
      reply_(scheduler.Intern("reply")),
      reply_again_(scheduler.Intern("reply again")),
      lose_request_(scheduler.Intern("lose request")),
      lose_reply_(scheduler.Intern("lose reply")),
      lose_request_again_(scheduler.Intern("lose request again")),
      lose_reply_again_(scheduler.Intern("lose reply again")),
      duplicate_(scheduler.Intern("duplicate request")),
      late_(scheduler.Intern("deadline before the answer")),
      deadline_(scheduler.Intern("deadline")) {
  for (const char* const method : {"Prepare", "Accept", "Commit", "Ping"}) {
    methods_.push_back(scheduler.Intern(method));
  }
}

void Network::Call(ReplicaId from, ReplicaId to, Method method, std::string request,
                   std::int64_t due, std::int64_t epoch, Done done) {
  auto place = std::find_if(calls_.begin(), calls_.end(),
                            [](const CallState& call) { return !call.in_use; });
  if (place == calls_.end()) place = calls_.insert(place, CallState());
  CallState& call = *place;
  call = {};
  call.in_use = call.open = true;
  call.from = from;
  call.to = to;
  call.method = method;
  call.life = ends_.life(from);
  const auto word = [this](ReplicaId id) { return scheduler_.MachineName(ends_.machine(id)); };
  call.ordinal = scheduler_.NextOrdinal(word(from), word(to),
                                        methods_[static_cast<std::size_t>(method)], call.life);
  call.epoch = epoch;
  call.due = due;
  call.request = std::move(request);
  call.done = std::move(done);
  NewMessage(static_cast<std::size_t>(place - calls_.begin()));
}

std::size_t Network::NewMessage(std::size_t call) {
  auto place = std::find_if(messages_.begin(), messages_.end(),
                            [](const Message& message) { return !message.in_use; });
  if (place == messages_.end()) place = messages_.insert(place, Message());
  *place = {};
  place->in_use = true;
  place->call = call;
  place->bytes = calls_[call].request;
  ++calls_[call].under_way;
  ++under_way_;
  return static_cast<std::size_t>(place - messages_.begin());
}

void Network::Forget(ReplicaId from) {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (!calls_[i].in_use || calls_[i].from != from) continue;
    calls_[i].open = false;
    calls_[i].end.reset();
    calls_[i].done = nullptr;
  }
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    if (messages_[i].in_use && messages_[i].is_reply && calls_[messages_[i].call].from == from) {
      Free(i);
    }
  }
  for (std::size_t i = 0; i < calls_.size(); ++i) Settle(i);
}

std::optional<std::int64_t> Network::NextDeadline() const {
  std::optional<std::int64_t> next;
  for (const CallState& call : calls_) {
    if (!call.in_use || !call.open || call.under_way > 0) continue;
    next = std::min(next.value_or(call.due), call.due);
  }
  return next;
}

void Network::AddMessages(std::vector<Move>& moves) {
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const Message& message = messages_[i];
    if (!message.in_use) continue;
    const CallState& call = calls_[message.call];
    const systematic::MachineId receiver = ends_.machine(message.is_reply ? call.from : call.to);
    const auto pick = [&](systematic::Word request, systematic::Word request_again,
                          systematic::Word reply, systematic::Word reply_again) {
      if (message.is_reply) return message.is_copy ? reply_again : reply;
      return message.is_copy ? request_again : request;
    };
    moves.push_back({KeyOf(call, pick(request_, request_again_, reply_, reply_again_)), receiver,
                     OptionKind::kMessage, [this, i] { Deliver(i); }});
    if (budgets_.losses > 0) {
      moves.push_back(
          {KeyOf(call, pick(lose_request_, lose_request_again_, lose_reply_, lose_reply_again_)),
           receiver, OptionKind::kFault, [this, i] { Lose(i); }});
    }
    if (budgets_.duplicates > 0 && !message.is_reply && !message.is_copy && !message.is_copied) {
      moves.push_back(
          {KeyOf(call, duplicate_), receiver, OptionKind::kFault, [this, i] { Duplicate(i); }});
    }
  }
  if (budgets_.late == 0) return;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const CallState& call = calls_[i];
    if (!call.in_use || !call.open || call.under_way == 0) continue;
    moves.push_back({KeyOf(call, late_), ends_.machine(call.from), OptionKind::kFault, [this, i] {
                       --budgets_.late;
                       End(i, CallEnd::kDeadline, "");
                     }});
  }
}

void Network::AddDeadlines(std::vector<Move>& moves, std::optional<std::int64_t> only) {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const CallState& call = calls_[i];
    if (!call.in_use || !call.open || call.under_way > 0 || (only && call.due != *only)) continue;
    moves.push_back({KeyOf(call, deadline_), ends_.machine(call.from), OptionKind::kTimer,
                     [this, i] { End(i, CallEnd::kDeadline, ""); }});
  }
}

void Network::Deliver(std::size_t index) {
  Message& message = messages_[index];
  const std::size_t call = message.call;
  if (message.is_reply) {
    const CallEnd end = message.is_refusal ? CallEnd::kNobody : CallEnd::kReply;
    const std::string bytes = std::move(message.bytes);
    Free(index);
    return End(call, end, bytes);
  }
  // What is handled may send messages, which moves them in memory.
  const std::string bytes = std::move(message.bytes);
  const std::optional<std::string> reply =
      ends_.Handle(calls_[call].to, calls_[call].method, bytes);
  if (!calls_[call].open) {
    Free(index);
    return Settle(call);
  }
  Message& answer = messages_[index];
  answer.is_reply = true;
  answer.is_refusal = !reply;
  answer.bytes = reply.value_or("");
}

void Network::Lose(std::size_t index) {
  --budgets_.losses;
  const std::size_t call = messages_[index].call;
  Free(index);
  Settle(call);
}

void Network::Duplicate(std::size_t index) {
  --budgets_.duplicates;
  messages_[index].is_copied = true;
  messages_[NewMessage(messages_[index].call)].is_copy = true;
}

void Network::End(std::size_t index, CallEnd end, const std::string& reply) {
  CallState& call = calls_[index];
  if (!call.open) return Settle(index);
  call.open = false;
  call.end = end;
  call.reply = reply;
  const Done done = std::move(call.done);
  call.done = nullptr;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    if (messages_[i].in_use && messages_[i].is_reply && messages_[i].call == index) Free(i);
  }
  done(end, reply);
  for (std::size_t i = 0; i < calls_.size(); ++i) Settle(i);
}

void Network::Free(std::size_t index) {
  --calls_[messages_[index].call].under_way;
  --under_way_;
  messages_[index] = {};
}

// Forgets a call of which nothing is left, and of which nothing depends any more.
void Network::Settle(std::size_t index) {
  CallState& call = calls_[index];
  if (!call.in_use || call.open || call.under_way > 0) return;
  if (call.end && call.method != Method::kPing && HasOpenSibling(call)) return;
  call = {};
}

bool Network::AreSiblings(const CallState& a, const CallState& b) {
  return a.in_use && b.in_use && a.from == b.from && a.life == b.life && a.method == b.method &&
         a.epoch == b.epoch;
}

bool Network::HasOpenSibling(const CallState& call) const {
  return std::any_of(calls_.begin(), calls_.end(), [&](const CallState& other) {
    return other.open && AreSiblings(call, other);
  });
}

Key Network::KeyOf(const CallState& call, systematic::Word kind) const {
  return {.kind = kind,
          .from = scheduler_.MachineName(ends_.machine(call.from)),
          .to = scheduler_.MachineName(ends_.machine(call.to)),
          .what = methods_[static_cast<std::size_t>(call.method)],
          .life = call.life,
          .ordinal = call.ordinal};
}

StateDigest Network::DigestOf(const CallState& call, std::optional<std::int64_t> now,
                              const std::function<std::int64_t(ReplicaId)>& epoch) const {
  StateDigest part;
  part.Add(static_cast<std::uint64_t>(call.from) << 32 | static_cast<std::uint64_t>(call.to) << 16 |
           static_cast<std::uint64_t>(call.method) << 8 | (call.open ? 1u : 0u));
  part.Add(call.request);
  part.Add(call.end ? static_cast<std::uint64_t>(*call.end) + 1 : 0);
  part.Add(call.reply);
  const bool is_stale = call.open && call.method == Method::kPing && call.epoch != epoch(call.from);
  part.Add(is_stale ? 1 : 0);
  if (now && call.open) part.Add(static_cast<std::uint64_t>(call.due - *now));
  return part;
}

void Network::Describe(StateDigest& digest, std::optional<std::int64_t> now,
                       const std::function<std::int64_t(ReplicaId)>& epoch) const {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (!calls_[i].in_use) continue;
    StateDigest part = DigestOf(calls_[i], now, epoch);
    for (const Message& message : messages_) {
      if (!message.in_use || message.call != i) continue;
      StateDigest under_way;
      under_way.Add((message.is_reply ? 8u : 0u) | (message.is_refusal ? 4u : 0u) |
                    (message.is_copy ? 2u : 0u) | (message.is_copied ? 1u : 0u));
      under_way.Add(message.bytes);
      part.AddToBag(under_way);
    }
    part.CloseBag();
    // The results of a quorum call so far belong together.
    if (calls_[i].method != Method::kPing) {
      for (const CallState& sibling : calls_) {
        if (AreSiblings(calls_[i], sibling)) part.AddToBag(DigestOf(sibling, now, epoch));
      }
      part.CloseBag();
    }
    digest.AddToBag(part);
  }
  digest.CloseBag();
}

}  // namespace paxos::searched
