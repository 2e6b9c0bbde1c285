// Carries what a replica sends to itself, on threads of its own and in any order: the request, and
// then the answer.
//
// Thread safety: as Transport, among the threads of an execution.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "sut/paxos/replica/replica.h"
#include "sut/paxos/roles/transport.h"
#include "systematic/fibers/threads.h"

namespace paxos {

class LoopTransport : public Transport {
 public:
  /// Starts so many threads; must live as long as they do.
  LoopTransport(systematic::fibers::Threads& threads, int networks) : threads_(threads) {
    for (int i = 0; i < networks; ++i) {
      threads.Start(
          "network " + std::to_string(i), [this] { Carry(); },
          systematic::fibers::ThreadKind::kServant);
    }
  }

  /// Whom it all goes to; it must live as long as the threads.
  void SetReplica(Replica& replica) { replica_ = &replica; }

  void Prepare(ReplicaId, const PrepareRequest& request, Duration,
               Done<PrepareReply> done) override {
    Send(&Replica::Prepare, request, std::move(done));
  }
  void Accept(ReplicaId, const AcceptRequest& request, Duration, Done<AcceptReply> done) override {
    Send(&Replica::Accept, request, std::move(done));
  }
  void Commit(ReplicaId, const CommitRequest& request, Duration, Done<CommitReply> done) override {
    Send(&Replica::Commit, request, std::move(done));
  }
  void Ping(ReplicaId, const PingRequest& request, Duration, Done<PingReply> done) override {
    Send(&Replica::Ping, request, std::move(done));
  }

 private:
  template <class Request, class Reply>
  void Send(void (Replica::*method)(const Request&, Replica::Answer<Reply>), const Request& request,
            Done<Reply> done) {
    under_way_.push_back([this, method, request, done = std::move(done)] {
      Replica& replica = *replica_;  // UBSan of GCC 12 takes `replica_->*method` for a bad access
      (replica.*method)(request, [this, done](const std::optional<Reply>& reply) {
        under_way_.push_back([done, reply] {
          if (reply) return done(quorum::NodeResult<Reply>::Ok(*reply));
          done(quorum::NodeResult<Reply>::Failed({0, quorum::NodeErrorCode::kUnavailable, ""}));
        });
      });
    });
  }

  void Carry() {
    while (systematic::fibers::WaitUntil([this] { return !under_way_.empty(); }, "message")) {
      const auto index = static_cast<std::ptrdiff_t>(threads_.Choose("message", under_way_.size()));
      const std::function<void()> deliver = std::move(under_way_[static_cast<std::size_t>(index)]);
      under_way_.erase(under_way_.begin() + index);
      deliver();
    }
  }

  systematic::fibers::Threads& threads_;
  Replica* replica_ = nullptr;
  std::vector<std::function<void()>> under_way_;
};

}  // namespace paxos
