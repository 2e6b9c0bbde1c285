// The way from one replica to another: requests go one at a time, the next one when the reply to
// the one before has come, so that they arrive in the order in which they were sent. Two streams of
// gRPC would not promise that, and what a case is about would depend on it.
//
// Invariants: each request that entered begins once, in order; nothing runs under the lock.
// Thread-safe.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace adapter {

class Lane {
 public:
  /// Begins a request: now, or when those before are done. Each must be followed by one Done().
  void Enter(std::function<void()> begin) {
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(busy_, true)) return waiting_.push_back(std::move(begin));
    }
    begin();
  }

  /// The request under way is done.
  void Done() {
    std::unique_lock lock(mutex_);
    if (waiting_.empty()) {
      busy_ = false;
      return;
    }
    const std::function<void()> next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    next();
  }

 private:
  std::mutex mutex_;
  bool busy_ = false;
  std::deque<std::function<void()>> waiting_;
};

}  // namespace adapter
