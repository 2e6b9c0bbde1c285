// For tests: replicas in one thread, joined by a network whose messages wait until the test lets
// them through, oldest first. (Networks that lose, double and reorder are in systematic/.)
//
// Invariant: every call ends: with the reply, or (the replica is down or does not answer) as a
// node's error.
// Not thread-safe.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sut/paxos/replica/replica.h"
#include "sut/paxos/roles/transport.h"
#include "sut/paxos/testing/failing_storage.h"
#include "sut/paxos/testing/manual_clock.h"

namespace paxos {

class FakeNetwork {
 public:
  explicit FakeNetwork(int replicas, Instrumentation* instrumentation = nullptr)
      : instrumentation_(instrumentation), hosts_(static_cast<std::size_t>(replicas)) {
    for (ReplicaId id = 0; id < replicas; ++id) Restart(id);
  }
  ~FakeNetwork() {
    for (ReplicaId id = 0; id < size(); ++id) Crash(id);
    messages_.clear();
  }

  int size() const { return static_cast<int>(hosts_.size()); }
  ManualClock& clock() { return clock_; }
  FailingStorage& storage(ReplicaId id) { return host(id).storage; }

  /// Destroys the replica object; its storage stays.
  void Crash(ReplicaId id) { host(id).replica.reset(); }
  /// A new replica object with the old storage.
  void Restart(ReplicaId id) {
    Host& restarted = host(id);
    restarted.replica.reset();
    if (!restarted.transport) restarted.transport = std::make_unique<Sender>(*this);
    ReplicaConfig config;
    config.id = id;
    config.replicas = size();
    config.quorum_sizes = QuorumSizes::Majority(size());
    restarted.replica = std::make_unique<Replica>(
        config, Environment{clock_, *restarted.transport, restarted.storage, instrumentation_});
    restarted.replica->Start();
  }

  /// One that is not crashed.
  Replica& replica(ReplicaId id) { return *host(id).replica; }
  /// Gives a client's value to one replica; `answer` as in Replica::ClientHandle.
  void Propose(ReplicaId to, const std::string& value, Replica::Answer<ClientReply> answer) {
    ClientRequest request;
    request.set_value(value);
    host(to).replica->ClientHandle(request, std::move(answer));
  }

  /// Lets all messages through, oldest first, until none is under way.
  void DeliverAll() {
    while (!messages_.empty()) {
      const auto deliver = std::move(messages_.front());
      messages_.pop_front();
      deliver();
    }
  }

 private:
  struct Host {
    FailingStorage storage;
    std::unique_ptr<Transport> transport;
    std::unique_ptr<Replica> replica;
  };

  class Sender : public Transport {
   public:
    explicit Sender(FakeNetwork& network) : network_(network) {}
    void Prepare(ReplicaId to, const PrepareRequest& request, Duration,
                 Done<PrepareReply> done) override {
      network_.Send(to, &Replica::Prepare, request, std::move(done));
    }
    void Accept(ReplicaId to, const AcceptRequest& request, Duration,
                Done<AcceptReply> done) override {
      network_.Send(to, &Replica::Accept, request, std::move(done));
    }
    void Commit(ReplicaId to, const CommitRequest& request, Duration,
                Done<CommitReply> done) override {
      network_.Send(to, &Replica::Commit, request, std::move(done));
    }
    void Ping(ReplicaId to, const PingRequest& request, Duration, Done<PingReply> done) override {
      network_.Send(to, &Replica::Ping, request, std::move(done));
    }

   private:
    FakeNetwork& network_;
  };

  Host& host(ReplicaId id) { return hosts_.at(static_cast<std::size_t>(id)); }

  // A request under way; when it arrives, the reply is.
  template <class Request, class Reply>
  void Send(ReplicaId to, void (Replica::*method)(const Request&, Replica::Answer<Reply>),
            const Request& request, Transport::Done<Reply> done) {
    const auto fail = [done, to](quorum::NodeErrorCode code) {
      done(quorum::NodeResult<Reply>::Failed({to, code, ""}));
    };
    const auto on_answer = [this, done, fail](std::optional<Reply> reply) {
      if (!reply) return fail(quorum::NodeErrorCode::kUnavailable);
      const auto result = quorum::NodeResult<Reply>::Ok(std::move(*reply));
      messages_.push_back([done, result] { done(result); });
    };
    messages_.push_back([this, to, method, request, fail, on_answer] {
      Replica* const replica = host(to).replica.get();
      if (replica == nullptr) return fail(quorum::NodeErrorCode::kUnavailable);
      (replica->*method)(request, on_answer);
    });
  }

  ManualClock clock_;
  Instrumentation* const instrumentation_;
  std::deque<std::function<void()>> messages_;  // under way, oldest first
  std::vector<Host> hosts_;
};

}  // namespace paxos
