// The Timer of real time: runs functions on one thread of its own, by the monotonic clock.
//
// Invariants: functions run one at a time, in the order of their times, and none begins after
// Stop(). Thread-safe. A function may destroy the timer, which then does not wait for it.
#pragma once

#include <memory>
#include <thread>

#include "quorum/timer.h"

namespace quorum {

class ThreadTimer final : public Timer {
 public:
  ThreadTimer();
  ~ThreadTimer() override;

  /// The first call starts the thread.
  Key After(Duration delay, std::function<void()> function) override;
  void Cancel(const Key& key) override;
  Time Now() const override;
  /// Drops all functions and waits for the one that runs. Idempotent.
  void Stop();

 private:
  struct State;
  const std::shared_ptr<State> state_;  // the thread's, too
};

}  // namespace quorum
