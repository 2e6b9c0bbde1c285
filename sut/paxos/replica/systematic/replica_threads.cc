#include "sut/paxos/replica/systematic/replica_threads.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sut/paxos/replica/replica.h"
#include "sut/paxos/replica/systematic/loop_transport.h"
#include "sut/paxos/replica/systematic/watched_storage.h"
#include "systematic/fibers/harness.h"

namespace paxos {
namespace {

using systematic::fibers::Threads;
using systematic::fibers::WaitUntil;
using systematic::fibers::Yield;

// Timers fire on a thread of their own, at any moment, so many times.
class ThreadClock : public Clock {
 public:
  ThreadClock(Threads& threads, int timeouts) : left_(timeouts) {
    threads.Start(
        "clock", [this] { Work(); }, systematic::fibers::ThreadKind::kServant);
  }
  TimerId StartTimer(Duration, std::function<void()> on_fire) override {
    waiting_.emplace(++last_, std::move(on_fire));
    return last_;
  }
  void CancelTimer(TimerId timer) override { waiting_.erase(timer); }

 private:
  void Work() {
    while (WaitUntil([this] { return left_ > 0 && !waiting_.empty(); }, "timer")) {
      --left_;
      const auto fire = waiting_.extract(waiting_.begin());
      fire.mapped()();
    }
  }

  int left_;
  TimerId last_ = 0;
  std::map<TimerId, std::function<void()>> waiting_;
};

class Stage {
 public:
  Stage(Threads& threads, const ReplicaThreadsOptions& options)
      : threads_(threads),
        options_(options),
        storage_(threads.scheduler()),
        clock_(threads, options.timeouts),
        transport_(threads, options.networks) {
    ReplicaConfig config;
    config.replicas = 1;
    config.quorum_sizes = QuorumSizes::Majority(1);
    replica_.emplace(config, Environment{clock_, transport_, storage_});
    transport_.SetReplica(*replica_);
    replica_->Start();
  }

  void StartThreads() {
    for (int i = 0; i < options_.strangers; ++i) {
      threads_.Start("stranger " + std::to_string(i), [this, i] { BeStranger(i); });
    }
    for (int i = 0; i < options_.clients; ++i) {
      threads_.Start("client " + std::to_string(i), [this, i] { Propose(i); });
    }
    threads_.Start("looker", [this] {
      replica_->Status({}, Once<StatusReply>());
      replica_->Wait({}, OfClient());
    });
    threads_.Start("stopper", [this] { Stop(); });
  }

 private:
  // What a request is answered with: once.
  template <class Reply>
  Replica::Answer<Reply> Once(std::function<void(const Reply&)> look = nullptr) {
    ++asked_;
    return [this, look = std::move(look),
            times = std::make_shared<int>(0)](const std::optional<Reply>& reply) {
      if (++*times > 1) return Fail("a request has two answers");
      ++answered_;
      if (reply && look) look(*reply);
    };
  }

  Replica::Answer<ClientReply> OfClient() {
    return Once<ClientReply>([this](const ClientReply& reply) {
      if (decided_ && *decided_ != reply.value()) Fail("clients get two values");
      decided_ = reply.value();
    });
  }

  // A proposer of another group, as it were: a round that it prepares or votes in.
  void BeStranger(int i) {
    const Round rnd = 1 + static_cast<Round>(threads_.Choose("round", 3));
    if (threads_.Choose("method", 2) == 0) {
      PrepareRequest request;
      request.set_rnd(rnd);
      return replica_->Prepare(request, Once<PrepareReply>([this](const PrepareReply& reply) {
                                 if (!reply.has_promise()) return;
                                 if (++promises_[reply.promise().rnd()] > 1)
                                   Fail("a round is promised twice");
                               }));
    }
    AcceptRequest request;
    request.set_rnd(rnd);
    request.set_value("S" + std::to_string(i));
    replica_->Accept(request, Once<AcceptReply>());
  }

  void Propose(int i) {
    ClientRequest request;
    request.set_value("M" + std::to_string(i));
    replica_->ClientHandle(request, OfClient());
  }

  void Stop() {
    if (!options_.stop) WaitUntil([this] { return answered_ >= options_.strangers; });
    Yield();
    replica_->Stop();
    storage_.Close();
    WaitUntil([this] { return answered_ == asked_; }, "answers");
    if (asked_ != answered_) Fail("a request has no answer");
  }

  void Fail(const std::string& message) { threads_.scheduler().Fail("answers", message); }

  Threads& threads_;
  const ReplicaThreadsOptions options_;
  int asked_ = 0;
  int answered_ = 0;
  std::optional<std::string> decided_;
  std::map<Round, int> promises_;
  WatchedStorage storage_;
  ThreadClock clock_;
  LoopTransport transport_;
  std::optional<Replica> replica_;
};

}  // namespace

systematic::HarnessInfo ReplicaThreads(const std::string& name, const std::string& about,
                                       const ReplicaThreadsOptions& options) {
  return systematic::fibers::HarnessOf(name, about, [options](Threads& threads) {
    const auto stage = std::make_shared<Stage>(threads, options);
    threads.Keep(stage);
    stage->StartThreads();
  });
}

std::vector<systematic::HarnessInfo> ReplicaThreadHarnesses() {
  ReplicaThreadsOptions strangers;
  strangers.clients = 0;
  ReplicaThreadsOptions clients;
  clients.strangers = 1;
  clients.clients = 2;
  clients.timeouts = 2;
  return {
      ReplicaThreads("replica_threads", "threads prepare, vote, propose and stop a replica", {}),
      ReplicaThreads("replica_threads_strangers", "threads prepare and vote at a replica",
                     strangers),
      ReplicaThreads("replica_threads_clients", "threads propose to a replica", clients)};
}

}  // namespace paxos
