// How benchmarks measure: a number of calls under way at any time, and medians over rounds.
//
// Functions without state; thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace bench {

/// Starts a call whose end is told once, from any thread.
using StartCall = std::function<void(std::function<void()> done)>;

/// Keeps `in_flight` calls under way until `calls` have ended; microseconds per call.
inline double TimePerCall(const StartCall& start, int calls, int in_flight) {
  std::mutex mutex;
  std::condition_variable ended;
  int started = 0;
  int done = 0;
  std::function<void()> next = [&] {
    std::unique_lock lock(mutex);
    if (started == calls) return;
    ++started;
    lock.unlock();
    start([&] {
      next();
      std::lock_guard finish(mutex);
      if (++done == calls) ended.notify_one();
    });
  };
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < in_flight; ++i) next();
  std::unique_lock lock(mutex);
  ended.wait(lock, [&] { return done == calls; });
  const std::chrono::duration<double, std::micro> elapsed =
      std::chrono::steady_clock::now() - begin;
  return elapsed.count() / calls;
}

/// Of at least one value.
inline double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace bench
