#include "sut/paxos/systematic/searched/host.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "sut/paxos/roles/reply_bytes.h"

namespace paxos::searched {
namespace {

class DigestSink : public StateSink {
 public:
  explicit DigestSink(systematic::StateDigest& digest) : digest_(digest) {}
  void Number(std::int64_t value) override { digest_.Add(static_cast<std::uint64_t>(value)); }
  void Text(std::string_view bytes) override { digest_.Add(bytes); }

 private:
  systematic::StateDigest& digest_;
};

/// Parts with names, and their values as text.
class PartsSink : public StateSink {
 public:
  explicit PartsSink(systematic::MachineState& state) : state_(state) {}
  void Name(std::string_view name) override { state_.parts.emplace_back(name, ""); }
  void Count(std::size_t count) override { static_cast<void>(count); }
  void Number(std::int64_t value) override { Add(std::to_string(value)); }
  void Text(std::string_view bytes) override { Add(bytes); }

 private:
  void Add(std::string_view text) {
    std::string& value = state_.parts.back().second;
    if (!value.empty() && !text.empty()) value += ' ';
    value += text;
  }

  systematic::MachineState& state_;
};

void DescribeStored(const StoredState& stored, StateSink& sink) {
  sink.Numbers(stored.promised);
  sink.Numbers(stored.round);
  for (const std::optional<RoundValue>& value : {stored.vote, stored.decision}) {
    sink.Number(value ? value->rnd : -1);
    sink.Text(value ? value->value : "");
  }
}

std::string TextOf(const Event& event) {
  std::string text = PointName(event.point);
  text.erase(0, text.find('.') + 1);
  if (event.about) text += fmt::format(" {}", *event.about);
  if (event.rnd) text += fmt::format(" rnd {}", *event.rnd);
  if (event.promised) text += fmt::format(" promised {}", *event.promised);
  if (event.value) text += " " + *event.value;
  return fmt::format("replica {}: {}", event.replica, text);
}

}  // namespace

Host::Host(const ReplicaConfig& config, systematic::Scheduler& scheduler, Network& network,
           const std::int64_t& now)
    : config_(config), scheduler_(scheduler), network_(network), now_(now) {}

void Host::Start() {
  ++life_;
  leader_.reset();
  periods_ = 0;
  replica_ = std::make_unique<Replica>(config_, Environment{*this, *this, *this, this});
  replica_->Start();
}

void Host::End() {
  if (!replica_) return;
  network_.Forget(config_.id);
  replica_.reset();
  on_fire_ = nullptr;
}

template <class Request, class Reply>
std::optional<std::string> Host::Handle(void (Replica::*method)(const Request&,
                                                                Replica::Answer<Reply>),
                                        std::string_view bytes) {
  Request request;
  request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  std::optional<std::string> answer;
  (replica_.get()->*method)(request, [&answer](const std::optional<Reply>& reply) {
    if (reply) answer = reply->SerializeAsString();
  });
  return answer;
}

std::optional<std::string> Host::Handle(Method method, std::string_view request) {
  if (!replica_) return std::nullopt;
  switch (method) {
    case Method::kPrepare:
      return Handle<PrepareRequest, PrepareReply>(&Replica::Prepare, request);
    case Method::kAccept:
      return Handle<AcceptRequest, AcceptReply>(&Replica::Accept, request);
    case Method::kCommit:
      return Handle<CommitRequest, CommitReply>(&Replica::Commit, request);
    case Method::kPing:
      return Handle<PingRequest, PingReply>(&Replica::Ping, request);
  }
  return std::nullopt;
}

void Host::Ask(const std::string& value, Replica::Answer<ClientReply> answer) {
  ClientRequest request;
  request.set_value(value);
  replica_->ClientHandle(request, std::move(answer));
}

std::optional<std::int64_t> Host::due() const {
  return on_fire_ ? std::optional(due_) : std::nullopt;
}

void Host::Fire() {
  const std::function<void()> on_fire = std::exchange(on_fire_, nullptr);
  on_fire();
}

Clock::TimerId Host::StartTimer(Duration delay, std::function<void()> on_fire) {
  delay_ = delay.count();
  due_ = now_ + delay_;
  on_fire_ = std::move(on_fire);
  ++epoch_;
  return ++timer_;
}

void Host::CancelTimer(TimerId timer) {
  if (timer == timer_) on_fire_ = nullptr;
}

void Host::Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
                   Done<PrepareReply> done) {
  Send(Method::kPrepare, to, request, timeout, std::move(done));
}
void Host::Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
                  Done<AcceptReply> done) {
  Send(Method::kAccept, to, request, timeout, std::move(done));
}
void Host::Commit(ReplicaId to, const CommitRequest& request, Duration timeout,
                  Done<CommitReply> done) {
  Send(Method::kCommit, to, request, timeout, std::move(done));
}
void Host::Ping(ReplicaId to, const PingRequest& request, Duration timeout, Done<PingReply> done) {
  Send(Method::kPing, to, request, timeout, std::move(done));
}

template <class Request, class Reply>
void Host::Send(Method method, ReplicaId to, const Request& request, Duration timeout,
                Done<Reply> done) {
  // A quorum call goes to all, in the order of their ids.
  if (method != Method::kPing && (method != last_method_ || to <= last_to_)) ++calls_;
  if (method != Method::kPing) {
    last_method_ = method;
    last_to_ = to;
  }
  const std::int64_t epoch = method == Method::kPing ? epoch_ : calls_;
  network_.Call(config_.id, to, method, request.SerializeAsString(), now_ + timeout.count(), epoch,
                [to, done = std::move(done)](CallEnd end, std::string_view bytes) {
                  const bool is_reply = end == CallEnd::kReply;
                  done(ResultOfBytes<Reply>(to, is_reply ? std::optional(bytes) : std::nullopt,
                                            end == CallEnd::kDeadline));
                });
}

void Host::Observe(const Event& event) {
  if (event.point == Point::kLeader) leader_ = event.about;
  if (event.point == Point::kTimeout) ++periods_;
  if (event.point == Point::kLearned) learned_.push_back(*event.value);
  if (scheduler_.recording()) scheduler_.Note(TextOf(event));
}

void Host::Describe(systematic::StateDigest& digest, bool timed) {
  DigestSink sink(digest);
  sink.Number(up() ? 1 : 0);
  DescribeStored(stored_, sink);
  if (!up()) return;
  replica_->Describe(sink);
  sink.Number(periods());
  sink.Number(on_fire_ ? 1 : 0);
  if (!timed) return;
  sink.Number(delay_);
  sink.Number(on_fire_ ? due_ - now_ : 0);
}

systematic::MachineState Host::State() const {
  systematic::MachineState state;
  state.machine = fmt::format("replica {}", config_.id);
  if (!replica_) return state;
  PartsSink sink(state);
  replica_->Describe(sink);
  return state;
}

}  // namespace paxos::searched
