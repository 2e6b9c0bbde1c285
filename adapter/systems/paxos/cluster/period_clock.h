// One replica's clock in a test: time stands still, and the period of the failure detector ends
// when the test says so, however long the replica wanted it to be.
//
// Invariants: those of paxos::Clock; a timer fires inside EndPeriod only, on its thread, without a
// lock held. Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

#include "sut/paxos/roles/clock.h"

namespace adapter {

class PeriodClock : public paxos::Clock {
 public:
  /// `on_start` is told how long each period is to be, when it begins.
  explicit PeriodClock(std::function<void(paxos::Duration)> on_start)
      : on_start_(std::move(on_start)) {}

  TimerId StartTimer(paxos::Duration delay, std::function<void()> on_fire) override {
    if (on_start_) on_start_(delay);
    const std::lock_guard lock(mutex_);
    timers_.emplace(++last_id_, std::move(on_fire));
    return last_id_;
  }

  void CancelTimer(TimerId timer) override {
    const std::lock_guard lock(mutex_);
    timers_.erase(timer);
  }

  /// Timers that have been started, and have neither fired nor been cancelled.
  std::size_t pending() const {
    const std::lock_guard lock(mutex_);
    return timers_.size();
  }

  /// Fires all timers that have been started before. Timers that these start wait for the next
  /// call.
  void EndPeriod() {
    std::unique_lock lock(mutex_);
    const auto due = std::exchange(timers_, {});
    lock.unlock();
    for (const auto& [id, on_fire] : due) on_fire();
  }

 private:
  const std::function<void(paxos::Duration)> on_start_;
  mutable std::mutex mutex_;
  TimerId last_id_ = 0;
  std::map<TimerId, std::function<void()>> timers_;
};

}  // namespace adapter
