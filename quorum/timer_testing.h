// A Timer whose time the test lets pass.
//
// Test-only. Functions run on the thread that lets time pass. Not thread-safe.
#pragma once

#include <functional>
#include <map>
#include <utility>

#include "quorum/timer.h"

namespace quorum {

class ManualTimer final : public Timer {
 public:
  Key After(Duration delay, std::function<void()> function) override {
    return waiting_.emplace(Key(now_ + delay, next_++), std::move(function)).first->first;
  }
  void Cancel(const Key& key) override { waiting_.erase(key); }
  Time Now() const override { return now_; }

  /// Lets `span` pass; functions that are due run, in the order of their times.
  void Advance(Duration span) {
    const Time end = now_ + span;
    while (!waiting_.empty() && waiting_.begin()->first.first <= end) {
      auto due = waiting_.extract(waiting_.begin());
      now_ = due.key().first;
      due.mapped()();
    }
    now_ = end;
  }

 private:
  Time now_;
  std::uint64_t next_ = 0;
  std::map<Key, std::function<void()>> waiting_;
};

}  // namespace quorum
