// What is owed to clients and among replicas once faults have ended.
//
// Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sut/paxos/roles/types.h"
#include "systematic/environment/clients.h"
#include "systematic/environment/processes.h"
#include "systematic/monitor.h"
#include "systematic/scheduler.h"

namespace paxos {

/// Who is up, and no leader that failed: what liveness is about.
class Living {
 public:
  explicit Living(const systematic::Processes& processes)
      : processes_(processes), failed_(processes.size()) {}

  bool healed() const { return healed_; }
  void Heal() { healed_ = true; }
  void Fail(ReplicaId id, bool failed) { failed_[static_cast<std::size_t>(id)] = failed; }
  bool Lives(ReplicaId id) const {
    return processes_.up(static_cast<systematic::Node>(id)) &&
           !failed_[static_cast<std::size_t>(id)];
  }
  /// Leaders that failed, and are up.
  int Failed() const {
    int failed = 0;
    for (ReplicaId id = 0; id < size(); ++id) {
      const auto node = static_cast<systematic::Node>(id);
      failed += processes_.up(node) && failed_[node] != 0 ? 1 : 0;
    }
    return failed;
  }
  ReplicaId size() const { return static_cast<ReplicaId>(failed_.size()); }
  /// Nobody: size().
  ReplicaId Lowest() const {
    ReplicaId id = 0;
    while (id < size() && !Lives(id)) ++id;
    return id;
  }

 private:
  const systematic::Processes& processes_;
  bool healed_ = false;
  std::vector<char> failed_;
};

/// Each replica that lives answers whom it owes an answer.
class Answered : public systematic::Monitor {
 public:
  Answered(const Living& living, const systematic::Clients& clients)
      : living_(living), clients_(clients) {}
  std::string_view name() const override { return "answered"; }
  systematic::Heat heat() const override;
  std::string owed() const override;

 private:
  std::optional<ReplicaId> Debtor() const;

  const Living& living_;
  const systematic::Clients& clients_;
};

/// All that live follow the lowest of them.
class OneLeader : public systematic::Monitor {
 public:
  explicit OneLeader(const Living& living)
      : living_(living), leaders_(static_cast<std::size_t>(living.size())) {}
  std::string_view name() const override { return "leader"; }
  systematic::Heat heat() const override;
  std::string owed() const override;

  void Follows(ReplicaId id, std::optional<ReplicaId> leader) {
    leaders_[static_cast<std::size_t>(id)] = leader;
  }

 private:
  std::optional<ReplicaId> Stray() const;

  const Living& living_;
  std::vector<std::optional<ReplicaId>> leaders_;
};

/// Completeness of the failure detectors: whoever is down is suspected by all that live.
class Complete : public systematic::Monitor {
 public:
  explicit Complete(const Living& living)
      : living_(living), suspects_(static_cast<std::size_t>(living.size() * living.size())) {}
  std::string_view name() const override { return "completeness"; }
  systematic::Heat heat() const override;
  std::string owed() const override;

  void Suspects(ReplicaId id, ReplicaId about, bool suspects) {
    suspects_[static_cast<std::size_t>(id * living_.size() + about)] = suspects;
  }
  /// A new life suspects nobody.
  void Starts(ReplicaId id);

 private:
  struct Pair {
    ReplicaId id, about;
  };
  std::optional<Pair> Wrong() const;

  const Living& living_;
  std::vector<char> suspects_;
};

/// Accuracy of the failure detectors: once messages arrive in time, a detector that lives suspects
/// another that lives falsely so many times at most, and each time for so many of its periods at
/// most. The delay grows with each late answer, until it is longer than any answer takes.
class Accurate : public systematic::Monitor {
 public:
  Accurate(systematic::Scheduler& scheduler, const Living& living, int most, int most_periods)
      : scheduler_(scheduler),
        living_(living),
        most_(most),
        most_periods_(most_periods),
        pairs_(static_cast<std::size_t>(living.size() * living.size())) {}
  std::string_view name() const override { return "accuracy"; }

  void Suspects(ReplicaId id, ReplicaId about, bool suspects);
  void PeriodEnds(ReplicaId id);
  /// A new life suspects nobody, and was suspected by nobody.
  void Starts(ReplicaId id);

 private:
  struct Pair {
    bool suspects = false;
    int times = 0;
    int periods = 0;  // of the present suspicion
  };
  Pair& pair(ReplicaId id, ReplicaId about) {
    return pairs_[static_cast<std::size_t>(id * living_.size() + about)];
  }

  systematic::Scheduler& scheduler_;
  const Living& living_;
  const int most_;
  const int most_periods_;
  std::vector<Pair> pairs_;
};

}  // namespace paxos
