// Records a run while it goes on: steps get their number and their time when they are added.
//
// Thread-safe: what is added first comes first.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "trace/trace.h"

namespace trace {

class Recorder {
 public:
  using Clock = std::chrono::steady_clock;

  /// The run begins at `start`.
  explicit Recorder(Clock::time_point start = Clock::now()) : start_(start) {}

  /// Appends the step, with the time that it is now unless it has one, and returns its number.
  std::size_t Add(Step step) {
    const std::lock_guard lock(mutex_);
    if (!step.time) step.time = Since(Clock::now());
    steps_.push_back(std::move(step));
    return steps_.size();
  }

  /// Microseconds from the start of the run to `moment`; 0 for what was before.
  std::int64_t Since(Clock::time_point moment) const {
    const auto span = std::chrono::duration_cast<std::chrono::microseconds>(moment - start_);
    return span.count() < 0 ? 0 : span.count();
  }

  /// The steps so far; the recorder has none afterwards.
  std::vector<Step> Take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(steps_, {});
  }

 private:
  const Clock::time_point start_;
  std::mutex mutex_;
  std::vector<Step> steps_;
};

}  // namespace trace
