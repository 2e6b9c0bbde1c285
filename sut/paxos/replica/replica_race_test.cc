// Replicas whose messages are carried by many threads at once, while clients propose, time moves,
// and replicas are stopped in the middle of it. Meant for TSan (and ASan), so without gRPC: nothing
// races, every client is answered once, all answers agree.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sut/paxos/replica/replica.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/transport.h"
#include "sut/paxos/testing/manual_clock.h"

namespace paxos {
namespace {

constexpr int kReplicas = 3;
constexpr Duration kPeriod = std::chrono::milliseconds(100);

// Threads that run what is posted, in any order and at the same time.
class Pool {
 public:
  explicit Pool(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
  }
  // Runs what is left, and what that posts.
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      ending_ = true;
      changed_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
  }
  void Post(std::function<void()> task) {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_one();
  }

 private:
  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return !tasks_.empty() || (ending_ && busy_ == 0); });
      if (tasks_.empty()) return;
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      ++busy_;
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
      --busy_;
      if (ending_) changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  int busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

class System : public Transport {
 public:
  System() : storages_(kReplicas) {
    for (ReplicaId id = 0; id < kReplicas; ++id) {
      ReplicaConfig config;
      config.id = id;
      config.replicas = kReplicas;
      config.quorum_sizes = QuorumSizes::Majority(kReplicas);
      config.delay = kPeriod;
      replicas_.push_back(std::make_unique<Replica>(
          config, Environment{clock_, *this, storages_[static_cast<std::size_t>(id)], nullptr}));
    }
    for (const auto& replica : replicas_) replica->Start();
  }

  void Prepare(ReplicaId to, const PrepareRequest& request, Duration,
               Done<PrepareReply> done) override {
    Send(to, &Replica::Prepare, request, std::move(done));
  }
  void Accept(ReplicaId to, const AcceptRequest& request, Duration,
              Done<AcceptReply> done) override {
    Send(to, &Replica::Accept, request, std::move(done));
  }
  void Commit(ReplicaId to, const CommitRequest& request, Duration,
              Done<CommitReply> done) override {
    Send(to, &Replica::Commit, request, std::move(done));
  }
  void Ping(ReplicaId to, const PingRequest& request, Duration, Done<PingReply> done) override {
    Send(to, &Replica::Ping, request, std::move(done));
  }

  Replica& replica(ReplicaId id) { return *replicas_[static_cast<std::size_t>(id)]; }
  ManualClock& clock() { return clock_; }

 private:
  template <class Request, class Reply>
  void Send(ReplicaId to, void (Replica::*method)(const Request&, Replica::Answer<Reply>),
            const Request& request, Done<Reply> done) {
    pool_.Post([this, to, method, request, done] {
      (replica(to).*method)(request, [this, to, done](std::optional<Reply> reply) {
        pool_.Post([to, done, reply] {
          if (reply) return done(quorum::NodeResult<Reply>::Ok(*reply));
          done(quorum::NodeResult<Reply>::Failed({to, quorum::NodeErrorCode::kUnavailable, ""}));
        });
      });
    });
  }

  ManualClock clock_;
  std::vector<MemoryStorage> storages_;
  std::vector<std::unique_ptr<Replica>> replicas_;
  Pool pool_{4};  // ends first: its threads use all of the above
};

// What all clients of a run got.
struct Answers {
  std::atomic<int> answered = 0;
  std::atomic<int> unanswered = 0;
  std::mutex mutex;
  std::set<std::string> values;

  Replica::Answer<ClientReply> Take() {
    return [this](const std::optional<ClientReply>& reply) {
      if (!reply) {
        ++unanswered;
        return;
      }
      std::lock_guard lock(mutex);
      values.insert(reply->value());
      ++answered;
    };
  }
};

void ProposeToAll(System& system, const std::string& value, Answers& answers) {
  ClientRequest request;
  request.set_value(value);
  for (ReplicaId id = 0; id < kReplicas; ++id) {
    system.replica(id).ClientHandle(request, answers.Take());
  }
}

TEST(ReplicaRaceTest, ConcurrentClientsAgree) {
  for (int round = 0; round < 60; ++round) {
    Answers answers;
    {
      System system;
      std::vector<std::thread> clients;
      for (const char* value : {"M1", "M2", "M3"}) {
        clients.emplace_back([&system, &answers, value] { ProposeToAll(system, value, answers); });
      }
      // Time moves all the while, unevenly enough that replicas suspect each other.
      while (answers.answered + answers.unanswered < 9) {
        system.clock().Advance(kPeriod);
        std::this_thread::yield();
      }
      for (std::thread& client : clients) client.join();
    }
    ASSERT_EQ(answers.values.size(), 1u);
    ASSERT_EQ(answers.answered, 9);
  }
}

TEST(ReplicaRaceTest, ReplicasMayBeStoppedAtAnyMoment) {
  for (int round = 0; round < 60; ++round) {
    Answers answers;
    {
      System system;
      std::thread client([&] { ProposeToAll(system, "M1", answers); });
      std::thread timer([&] {
        for (int i = 0; i < 5; ++i) system.clock().Advance(kPeriod);
      });
      std::vector<std::thread> stoppers;
      for (ReplicaId id = 0; id < kReplicas; ++id) {
        stoppers.emplace_back([&system, id, round] {
          for (int i = 0; i < round * 20; ++i) std::this_thread::yield();
          system.replica(id).Stop();
        });
      }
      for (std::thread& stopper : stoppers) stopper.join();
      client.join();
      timer.join();
    }
    ASSERT_EQ(answers.answered + answers.unanswered, 3);
    ASSERT_LE(answers.values.size(), 1u);
  }
}

}  // namespace
}  // namespace paxos
