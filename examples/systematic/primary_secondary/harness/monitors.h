// What is true of a replicated service whose primary may fail, seen from outside.
//
// Thread safety: none; a monitor is one execution's.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "examples/systematic/primary_secondary/log.h"
#include "systematic/scheduler.h"

namespace primary_secondary {

/// Safety: only a secondary becomes an active secondary.
class RolesMonitor : public systematic::Monitor {
 public:
  explicit RolesMonitor(systematic::Scheduler& scheduler) : scheduler_(scheduler) {}
  std::string_view name() const override { return "roles"; }

  void OnRole(ReplicaId replica, Role before, Role now) {
    const bool was_secondary = before == Role::kIdleSecondary || before == Role::kActiveSecondary;
    if (now != Role::kActiveSecondary || was_secondary) return;
    scheduler_.Fail(*this, "replica " + std::to_string(replica) +
                               " becomes an active secondary, and was " +
                               (before == Role::kPrimary ? "primary" : "nothing"));
  }

 private:
  systematic::Scheduler& scheduler_;
};

/// Safety: what a client was told stays true. Each later primary has the request, and a reply that
/// is repeated says the same.
class PromisesMonitor : public systematic::Monitor {
 public:
  explicit PromisesMonitor(systematic::Scheduler& scheduler) : scheduler_(scheduler) {}
  std::string_view name() const override { return "promises"; }

  void OnReply(RequestId request, int counter) {
    const auto [promise, is_new] = counters_.emplace(request, counter);
    if (is_new || promise->second == counter) return;
    scheduler_.Fail(*this, "the counter was " + std::to_string(promise->second) +
                               " after request " + std::to_string(request) + " and is now " +
                               std::to_string(counter));
  }
  void OnPrimary(ReplicaId replica, const Log& log) {
    for (const auto& [request, counter] : counters_) {
      const bool has = std::any_of(log.begin(), log.end(), [id = request](const Entry& entry) {
        return entry.request == id;
      });
      if (has) continue;
      scheduler_.Fail(*this, "replica " + std::to_string(replica) + " becomes primary without " +
                                 "request " + std::to_string(request));
    }
  }

 private:
  systematic::Scheduler& scheduler_;
  std::map<RequestId, int> counters_;
};

/// Liveness: each request is answered.
class AnsweredMonitor : public systematic::Monitor {
 public:
  std::string_view name() const override { return "answered"; }
  systematic::Heat heat() const override {
    return open_ ? systematic::Heat::kHot : systematic::Heat::kCold;
  }
  std::string owed() const override { return "the client's request is not answered"; }
  void OnRequest() { open_ = true; }
  void OnAnswer() { open_ = false; }

 private:
  bool open_ = false;
};

/// Liveness: there are a primary and two active secondaries, all alive.
class CompleteMonitor : public systematic::Monitor {
 public:
  std::string_view name() const override { return "complete"; }
  systematic::Heat heat() const override {
    return primaries_.size() == 1 && secondaries_.size() == 2 ? systematic::Heat::kCold
                                                              : systematic::Heat::kHot;
  }
  std::string owed() const override {
    return "there are " + std::to_string(primaries_.size()) + " primaries and " +
           std::to_string(secondaries_.size()) + " active secondaries";
  }
  void OnRole(ReplicaId replica, Role now) {
    OnDied(replica);
    if (now == Role::kPrimary) primaries_.insert(replica);
    if (now == Role::kActiveSecondary) secondaries_.insert(replica);
  }
  void OnDied(ReplicaId replica) {
    primaries_.erase(replica);
    secondaries_.erase(replica);
  }

 private:
  std::set<ReplicaId> primaries_;
  std::set<ReplicaId> secondaries_;
};

}  // namespace primary_secondary
