// The Timer of a model: any function that waits may run at any moment, since correctness must not
// hang on how long things take. Time is what has run: no clock is read.
//
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
  ModelTimer(World& world, MachineId machine) : world_(world), machine_(machine) {}

  Key After(Duration delay, std::function<void()> function) override;
  void Cancel(const Key& key) override;
  Time Now() const override { return now_; }

  /// Has more time pass, at some moment, than the longest back-off of a link.
  void LetTimePass();
  /// How many functions wait.
  std::size_t waiting() const { return waiting_.size(); }

 private:
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
