// For tests: an Instrumentation that keeps all events, lets a test wait for them, and fails the
// leaders that the test names.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sut/paxos/roles/instrumentation.h"

namespace paxos {

class Recorder : public Instrumentation {
 public:
  /// `replica` fails right after its quorum at this point.
  void FailAt(Point point, ReplicaId replica) {
    std::lock_guard lock(mutex_);
    failures_.emplace(point, replica);
  }
  /// Leaders choose this value, and wait while it is not pending.
  void Choose(std::string value) {
    std::lock_guard lock(mutex_);
    choice_ = std::move(value);
  }

  void Observe(const Event& event) override {
    std::lock_guard lock(mutex_);
    events_.push_back(event);
    changed_.notify_all();
  }
  Action Decide(const Event& event) override {
    std::lock_guard lock(mutex_);
    return failures_.contains({event.point, event.replica}) ? Action::kFail : Action::kGo;
  }
  std::optional<std::size_t> ChooseProposal(ReplicaId,
                                            const std::vector<std::string>& pending) override {
    std::lock_guard lock(mutex_);
    if (!choice_) return 0;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      if (pending[i] == *choice_) return i;
    }
    return std::nullopt;
  }

  /// All events of a point so far, in order.
  std::vector<Event> At(Point point) const {
    std::lock_guard lock(mutex_);
    std::vector<Event> found;
    for (const Event& event : events_) {
      if (event.point == point) found.push_back(event);
    }
    return found;
  }
  /// Waits until `count` events that `matches` accepts have come; false after a bounded time (a
  /// hang would be worse).
  bool Await(std::size_t count, const std::function<bool(const Event&)>& matches) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(60), [&] {
      std::size_t found = 0;
      for (const Event& event : events_) found += matches(event) ? 1 : 0;
      return found >= count;
    });
  }
  bool Await(Point point, std::size_t count) {
    return Await(count, [point](const Event& event) { return event.point == point; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Event> events_;
  std::set<std::pair<Point, ReplicaId>> failures_;
  std::optional<std::string> choice_;
};

}  // namespace paxos
