// Time as links and nodes see it: what time it is, and functions that run after a while.
//
// Invariants: a function that was cancelled before it began never runs; Now() never goes back.
// Implementations are thread-safe. Functions must not block.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "quorum/types.h"

namespace quorum {

class Timer {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Names a function that waits.
  using Key = std::pair<Time, std::uint64_t>;

  virtual ~Timer() = default;
  Timer() = default;
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// Has `function` run `delay` from now, never inside After.
  virtual Key After(Duration delay, std::function<void()> function) = 0;
  /// Drops a function that has not begun to run; does nothing to others.
  virtual void Cancel(const Key& key) = 0;
  virtual Time Now() const = 0;
};

}  // namespace quorum
