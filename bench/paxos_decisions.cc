// Paxos over TCP: how long a decision takes, how many a second there are, and how many requests a
// second a system answers that has decided.
//
//   cmake --preset release && ninja -C build/release paxos_decisions
//   build/release/bin/paxos_decisions [ROUNDS] [REQUESTS] [SYSTEMS]
//
// Single-decree Paxos decides once, so that every decision needs a system of its own: servers that
// listen, channels and an empty storage. All that is bring-up, measured on its own, up to where
// every client has an answer of every replica and the replicas have connected to each other. A
// decision begins with the clients' proposals, all at once and each of another value, and ends when
// all clients have their answers, which must be the same. Everything is in one process: the
// production build of the replicas (no instrumentation), their servers on 127.0.0.1, the clients.
// Each figure is the median over the rounds; a round has every case, so that all of them meet the
// same load of the machine.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "bench/closed_loop.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/replica_server.h"
#include "sut/paxos/rpc/system_clock.h"
#include "sut/paxos/storage/file_storage.h"

namespace {

constexpr int kMostClients = 4;

enum class Disk { kNone, kSynced };

paxos::ReplicaConfig ConfigOf(int id, int replicas) {
  paxos::ReplicaConfig config;
  config.id = id;
  config.replicas = replicas;
  config.quorum_sizes = paxos::QuorumSizes::Majority(replicas);
  // One ping of everyone at the start, which connects the replicas; none while decisions are timed.
  config.delay = std::chrono::minutes(10);
  return config;
}

// Replicas that have decided nothing yet, and their clients.
class System {
 public:
  System(int replicas, int clients, Disk disk, paxos::Clock& clock) {
    for (int id = 0; id < replicas; ++id) {
      const paxos::ReplicaConfig config = ConfigOf(id, replicas);
      storages_.push_back(NewStorage(config, disk));
      servers_.push_back(
          std::make_unique<paxos::ReplicaServer>(config, "127.0.0.1:0", clock, *storages_.back()));
    }
    std::vector<quorum::Endpoint> endpoints;
    for (const auto& server : servers_) endpoints.push_back(server->endpoint());
    for (const auto& server : servers_) server->Connect(endpoints);
    for (int i = 0; i < clients; ++i) {
      clients_.push_back(std::make_unique<paxos::Client>(endpoints, paxos::ClientOptions()));
      for (const paxos::ReplicaStatus& status : clients_.back()->Status()) {
        if (!status.result.reply) throw std::runtime_error("a replica does not answer");
      }
    }
  }
  ~System() {
    clients_.clear();
    for (const auto& server : servers_) server->Disconnect();
  }

  // All clients propose; `done` when all of them have the same answer.
  void Decide(std::function<void()> done) {
    left_ = static_cast<int>(clients_.size());
    for (std::size_t i = 0; i < clients_.size(); ++i) {
      clients_[i]->Propose("value " + std::to_string(i),
                           [this, done](const paxos::Client::Result& result) {
                             Check(result);
                             if (--left_ == 0) done();
                           });
    }
  }

  // The next one of the first `clients` clients proposes.
  void Ask(int clients, std::function<void()> done) {
    const std::size_t client = next_++ % static_cast<std::size_t>(clients);
    clients_[client]->Propose("late value",
                              [this, done = std::move(done)](const paxos::Client::Result& result) {
                                Check(result);
                                done();
                              });
  }

 private:
  std::unique_ptr<paxos::Storage> NewStorage(const paxos::ReplicaConfig& config, Disk disk) const {
    if (disk == Disk::kNone) return std::make_unique<paxos::MemoryStorage>();
    return std::make_unique<paxos::FileStorage>(
        folder_ / std::to_string(config.id),
        paxos::LogOwner{config.id, config.replicas, config.quorum_sizes.prepare,
                        config.quorum_sizes.accept});
  }

  // A figure of wrong answers is worth nothing.
  void Check(const paxos::Client::Result& result) {
    std::lock_guard lock(mutex_);
    if (result.ok() && decided_.empty()) decided_ = result.value().value;
    if (result.ok() && result.value().value == decided_) return;
    fmt::print(stderr, "paxos_decisions: {}\n",
               result.ok() ? "two clients have different answers" : ToString(result.error()));
    std::abort();
  }

  const base::TemporaryFolder folder_;
  std::vector<std::unique_ptr<paxos::Storage>> storages_;
  std::vector<std::unique_ptr<paxos::ReplicaServer>> servers_;
  std::vector<std::unique_ptr<paxos::Client>> clients_;
  std::atomic<int> left_{0};
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::string decided_;
};

// What is measured in a round, beside its case.
struct Sizes {
  int rounds = 11;
  int requests = 1000;  // to a system that has decided
  int systems = 8;      // brought up before their decisions are timed
};

struct Case {
  int replicas;
  Disk disk;
  int clients;
};

// Of each round, in microseconds.
struct Times {
  std::vector<double> bring_up;  // of a system
  std::vector<double> alone;     // of a decision, one after the other
  std::vector<double> together;  // the same, of all systems at a time
  std::vector<double> answer;    // of a request to a system that has decided
};

using Systems = std::vector<std::unique_ptr<System>>;

Systems BringUp(const Case& wanted, int count, paxos::Clock& clock, Times& times) {
  Systems systems;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    systems.push_back(
        std::make_unique<System>(wanted.replicas, wanted.clients, wanted.disk, clock));
  }
  const std::chrono::duration<double, std::micro> elapsed =
      std::chrono::steady_clock::now() - begin;
  times.bring_up.push_back(elapsed.count() / count);
  // The replicas' first pings are under way still.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return systems;
}

double TimePerDecision(const Systems& systems, int in_flight) {
  std::atomic<std::size_t> next{0};
  return bench::TimePerCall(
      [&](std::function<void()> done) { systems[next++]->Decide(std::move(done)); },
      static_cast<int>(systems.size()), in_flight);
}

void Round(const Case& wanted, const Sizes& sizes, paxos::Clock& clock, Times& times) {
  times.alone.push_back(TimePerDecision(BringUp(wanted, sizes.systems, clock, times), 1));
  const Systems systems = BringUp(wanted, sizes.systems, clock, times);
  times.together.push_back(TimePerDecision(systems, sizes.systems));
  System& decided = *systems.front();
  times.answer.push_back(bench::TimePerCall(
      [&](std::function<void()> done) { decided.Ask(wanted.clients, std::move(done)); },
      sizes.requests, wanted.clients));
}

void Print(const Case& wanted, const Times& times) {
  const double alone = bench::Median(times.alone);
  fmt::print("| {} | {} | {} | {:.1f} | {:.2f} | {:.0f} | {:.0f} | {:.0f} |\n", wanted.replicas,
             wanted.disk == Disk::kNone ? "memory" : "disk", wanted.clients,
             bench::Median(times.bring_up) / 1e3, alone / 1e3, 1e6 / alone,
             1e6 / bench::Median(times.together), 1e6 / bench::Median(times.answer));
}

}  // namespace

int main(int argc, char** argv) {
  Sizes sizes;
  if (argc > 1) sizes.rounds = std::atoi(argv[1]);
  if (argc > 2) sizes.requests = std::atoi(argv[2]);
  if (argc > 3) sizes.systems = std::atoi(argv[3]);
  if (sizes.rounds < 1 || sizes.requests < 1 || sizes.systems < 1) {
    fmt::print(stderr, "usage: paxos_decisions [ROUNDS] [REQUESTS] [SYSTEMS], all at least 1\n");
    return 2;
  }
  fmt::print(
      "| replicas | storage | clients | bring-up, ms | decision, ms | decisions / s, one at a time "
      "| {} at a time | answers / s, decided |\n|---|---|---|---|---|---|---|---|\n",
      sizes.systems);
  paxos::SystemClock clock;
  std::vector<std::pair<Case, Times>> cases;
  for (const int replicas : {3, 5}) {
    for (const Disk disk : {Disk::kNone, Disk::kSynced}) {
      for (int clients = 1; clients <= kMostClients; clients *= 2) {
        cases.push_back({{replicas, disk, clients}, {}});
        Times warm_up;
        Round(cases.back().first, sizes, clock, warm_up);
      }
    }
  }
  for (int round = 0; round < sizes.rounds; ++round) {
    for (auto& [wanted, times] : cases) Round(wanted, sizes, clock, times);
  }
  for (const auto& [wanted, times] : cases) Print(wanted, times);
}
