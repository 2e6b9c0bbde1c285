// Messages that are held back: each by one fault, until that lets all of its messages go.
//
// Invariants: what is held goes on exactly once, or never when it is dropped with its sender; a
// sender that is down has nothing held; a fault lets its messages go once; nothing runs under the
// lock. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace adapter {

class Mailbox {
 public:
  /// Not a fault: holds the messages of replicas that begin together back until all have begun. One
  /// that was asked before would refuse, and count as failed.
  static constexpr std::size_t kUntilAllBegan = std::numeric_limits<std::size_t>::max();

  /// Keeps what lets a message of `sender` go on; senders are told apart by numbers. When the fault
  /// has let its messages go since it was decided that this one waits, it goes on now. That of a
  /// sender that is down is dropped.
  void Hold(std::size_t fault, int sender, std::function<void()> go_on) {
    {
      const std::lock_guard lock(mutex_);
      if (down_.contains(sender)) return;
      if (!released_.contains(fault)) {
        held_[fault].push_back({sender, std::move(go_on)});
        return;
      }
    }
    go_on();
  }

  /// Has all messages of the fault go on, in the order in which they were sent, on this thread.
  void Release(std::size_t fault) {
    for (const Held& held : Take(fault)) held.go_on();
  }

  /// The sender goes down: forgets what it wanted to send, and what it still wants to on its way
  /// there. What it uses to send may then be gone when a fault lets its messages go.
  void TakeDown(int sender) {
    std::vector<Held> dropped;  // goes outside of the lock
    const std::lock_guard lock(mutex_);
    down_.insert(sender);
    for (auto& [fault, messages] : held_) {
      const auto kept =
          std::stable_partition(messages.begin(), messages.end(),
                                [&](const Held& held) { return held.sender != sender; });
      std::move(kept, messages.end(), std::back_inserter(dropped));
      messages.erase(kept, messages.end());
    }
  }

  /// The sender comes back, and is another one.
  void BringBack(int sender) {
    const std::lock_guard lock(mutex_);
    down_.erase(sender);
  }

 private:
  struct Held {
    int sender = 0;
    std::function<void()> go_on;
  };

  std::vector<Held> Take(std::size_t fault) {
    const std::lock_guard lock(mutex_);
    released_.insert(fault);
    auto found = held_.extract(fault);
    return found ? std::move(found.mapped()) : std::vector<Held>();
  }

  std::mutex mutex_;
  std::map<std::size_t, std::vector<Held>> held_;
  std::set<std::size_t> released_;
  std::set<int> down_;
};

}  // namespace adapter
