// The Timer of an execution of threads: a thread of its own runs what waits, one function at a
// time, any of them at any moment. Time is what has run: no clock is read.
//
// Invariants: before the heal at most ThreadBudgets::deadlines functions run.
// Thread safety: as Timer, among the threads of an execution.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "quorum/systematic/threads/scene.h"
#include "quorum/timer.h"

namespace quorum::systematic {

class ThreadTimerModel final : public Timer {
 public:
  /// Starts the thread. Both must live as long as the threads.
  explicit ThreadTimerModel(Scene& scene);

  Key After(Duration delay, std::function<void()> function) override;
  void Cancel(const Key& key) override;
  Time Now() const override { return now_; }

  /// Has more time pass, at some moment, than the longest back-off of a link.
  void LetTimePass() { ++pauses_; }
  /// How many functions wait.
  std::size_t waiting() const { return waiting_.size(); }

 private:
  bool MayRun() const;
  void Work();

  Scene& scene_;
  Time now_;
  std::uint64_t next_ = 0;
  int pauses_ = 0;
  std::map<Key, std::function<void()>> waiting_;
};

}  // namespace quorum::systematic
