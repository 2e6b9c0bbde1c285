// Lets many workers read shared tables, and one at a time change them while no other one reads.
// Made for changes that are rare: reading costs one relaxed load per expansion.
//
// How it works: a worker is inside or outside; Exclusive() steps outside, takes the lock, waits
// until every worker is outside, and runs. Workers look at AskedToLeave() between expansions.
// Thread safety: all members, from the workers between Enter() and Leave().
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace cpn::explore {

class Gate {
 public:
  /// Waits until nobody changes the tables, then counts the worker as a reader.
  void Enter() {
    while (true) {
      while (asked_.load() != 0) std::this_thread::yield();
      inside_.fetch_add(1);
      if (asked_.load() == 0) return;
      inside_.fetch_sub(1);
    }
  }
  void Leave() { inside_.fetch_sub(1); }
  bool AskedToLeave() const { return asked_.load(std::memory_order_relaxed) != 0; }
  void LetOthersChange() {
    Leave();
    Enter();
  }

  /// Runs `change` while no worker is inside. The caller is inside before and after.
  template <typename Change>
  void Exclusive(const Change& change) {
    asked_.fetch_add(1);
    Leave();
    {
      const std::lock_guard lock(mutex_);
      while (inside_.load() != 0) std::this_thread::yield();
      try {
        change();
      } catch (...) {
        asked_.fetch_sub(1);
        inside_.fetch_add(1);
        throw;
      }
    }
    asked_.fetch_sub(1);
    Enter();
  }

 private:
  std::atomic<int> inside_ = 0;
  std::atomic<int> asked_ = 0;
  std::mutex mutex_;
};

}  // namespace cpn::explore
