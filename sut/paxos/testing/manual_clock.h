// A clock that stands still until someone moves it: with it a time-out costs microseconds.
//
// Invariants: those of Clock; timers fire inside Advance only, on its thread, without a lock held,
// so that they may start and cancel timers. Thread-safe; one Advance at a time (others wait).
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "sut/paxos/roles/clock.h"

namespace paxos {

class ManualClock : public Clock {
 public:
  TimerId StartTimer(Duration delay, std::function<void()> on_fire) override;
  void CancelTimer(TimerId timer) override;

  /// Moves time by `span`, and fires all timers that fall due on the way, also those that are
  /// started on the way. Returns how many fired. What a timer sets off in a replica may be done by
  /// another thread after this returns: observe it (instrumentation.h).
  int Advance(Duration span);

  /// Time since the clock was made.
  Duration Now() const;
  /// Timers that have neither fired nor been cancelled.
  int pending() const;

 private:
  using Key = std::pair<Duration, TimerId>;

  std::mutex advance_mutex_;
  mutable std::mutex mutex_;
  Duration now_{0};
  TimerId last_id_ = 0;
  std::map<Key, std::function<void()>> timers_;
};

}  // namespace paxos
