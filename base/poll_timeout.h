// How long poll(2) may wait.
#pragma once

#include <algorithm>
#include <chrono>

namespace base {

/// Milliseconds until the deadline, rounded up so that a wait never ends before it; 0 once it has
/// passed. At most 1,000 seconds: who waits longer waits again.
inline int PollTimeout(std::chrono::steady_clock::time_point deadline) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<milliseconds::rep>(left.count(), 0, 1'000'000));
}

}  // namespace base
