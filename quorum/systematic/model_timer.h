// The Timer of a model: any function that waits may run at any moment, since correctness must not
// hang on how long things take. Time is what has run: no clock is read.
//
// A budget may bound how many do: the others wait for the heal.
// Invariants: Now() is never before the time of a function that has run. Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "quorum/systematic/world.h"
#include "quorum/timer.h"

namespace quorum::systematic {

class ModelTimer final : public Timer {
 public:
  /// `machine` takes the steps.
  ModelTimer(World& world, MachineId machine);

  Key After(Duration delay, std::function<void()> function) override;
  void Cancel(const Key& key) override;
  Time Now() const override { return now_; }

  /// Has more time pass, at some moment, than the longest back-off of a link.
  void LetTimePass();
  /// How many functions wait.
  std::size_t waiting() const { return waiting_.size(); }

 private:
  /// Has all wait that may run, and no others.
  void Refresh();
  void Offer(const Key& key);
  ::systematic::Key StepOf(const Key& key) const;
  void Run(const Key& key);

  World& world_;
  const MachineId machine_;
  Time now_;
  std::uint32_t next_ = 0;
  std::uint32_t pauses_ = 0;
  bool passing_ = false;
  std::map<Key, std::function<void()>> waiting_;
};

}  // namespace quorum::systematic
