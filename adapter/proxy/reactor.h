// Waits for sockets and points in time for all links of a proxy.
//
// Sockets are watched edge-triggered: who is told that there is something to read or room to write
// remembers it until a call says that there is none.
//
// Not thread-safe, but for Wait() and Wake(): the proxy holds a lock around all others.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"

namespace adapter {

/// What a link is told. Tokens are the link's own, below 2^48; one that it does not know any more
/// is not for it.
class LinkEvents {
 public:
  virtual ~LinkEvents() = default;
  /// `events`: of epoll.
  virtual void OnEvents(std::uint64_t token, std::uint32_t events) = 0;
  virtual void OnTimer(std::uint64_t token) = 0;
};

class Reactor {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws ProxyError.
  Reactor();

  /// Links are numbered in the order in which they are added, from 0, and live as long as this.
  void AddLink(LinkEvents* link) { links_.push_back(link); }
  /// Watches a socket until it is closed. False when the kernel cannot.
  bool Watch(int socket, std::uint64_t link, std::uint64_t token) const;
  /// Calls OnTimer at that time or, if others take long, later.
  void Schedule(Clock::time_point time, std::uint64_t link, std::uint64_t token);

  /// Waits until something happens, the time of a timer has come, or Wake() is called.
  void Wait(int milliseconds);
  void Wake() const;
  /// How long to wait at most; -1: for ever.
  int Patience() const;
  /// Tells the links what Wait() has seen, and what is due.
  void Dispatch();

 private:
  struct Timer {
    Clock::time_point time;
    std::uint64_t order = 0;  // first come, first served
    std::uint64_t link = 0;
    std::uint64_t token = 0;
    bool operator>(const Timer& other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };
  struct Event {
    std::uint64_t data = 0;
    std::uint32_t events = 0;
  };

  base::FileDescriptor epoll_;
  base::FileDescriptor wake_;
  std::vector<LinkEvents*> links_;
  std::vector<Event> seen_;
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  std::uint64_t timer_count_ = 0;
};

}  // namespace adapter
