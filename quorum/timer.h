// Runs functions after a while, on one thread of its own.
//
// Invariants: functions run one at a time, in the order of their times, and never after Stop().
// Thread-safe. Functions must not block, and must not call Stop() or the destructor.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "quorum/types.h"

namespace quorum {

class Timer {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Names a function that waits.
  using Key = std::pair<Time, std::uint64_t>;

  Timer() = default;
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
  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Key, std::function<void()>> waiting_;
  std::uint64_t next_ = 0;
  Time wake_at_ = Time::max();  // when the thread looks again by itself
  bool stopped_ = false;
  std::thread thread_;  // started by the first After
};

}  // namespace quorum
