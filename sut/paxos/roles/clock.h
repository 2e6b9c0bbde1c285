// Time as replicas know it: timers, and nothing else. SystemClock is the real one, ManualClock is
// moved by a test.
//
// Invariants:
//  1. a timer fires once, not before its delay, and never inside StartTimer;
//  2. timers fire in the order of their times, and in the order of their start at the same time.
// Implementations are thread-safe; on_fire runs on the clock's thread (SystemClock) or on the one
// that moves time (ManualClock) and must be short.
#pragma once

#include <cstdint>
#include <functional>

#include "sut/paxos/roles/types.h"

namespace paxos {

class Clock {
 public:
  using TimerId = std::uint64_t;
  virtual ~Clock() = default;

  /// Has `on_fire` called once, `delay` from now.
  virtual TimerId StartTimer(Duration delay, std::function<void()> on_fire) = 0;
  /// Forgets a timer. One that is firing or has fired is not stopped.
  virtual void CancelTimer(TimerId timer) = 0;
};

}  // namespace paxos
