// Runs functions after a while, on one thread of its own.
//
// Invariants: functions run one at a time, in the order of their times, and none begins after
// Stop(). Thread-safe. Functions must not block; one may destroy the timer, which then does not
// wait for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "quorum/types.h"

namespace quorum {

class Timer {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Names a function that waits.
  using Key = std::pair<Time, std::uint64_t>;

  Timer();
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// Has `function` run `delay` from now.
  Key After(Duration delay, std::function<void()> function);
  /// Drops a function that has not begun to run; does nothing to others.
  void Cancel(const Key& key);
  /// Drops all functions and waits for the one that runs. Idempotent.
  void Stop();

 private:
  struct State;
  const std::shared_ptr<State> state_;  // the thread's, too
};

}  // namespace quorum
