// What a link of either protocol has: its faults, its counters, its place at the reactor.
//
// Not thread-safe: the proxy holds a lock around it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "adapter/proxy/link.h"
#include "adapter/proxy/rate.h"
#include "adapter/proxy/reactor.h"

namespace adapter {

/// One of the two ways of data; numbers flows and, by whom it comes from, sides.
enum class Way : std::size_t { kForward = 0, kBackward = 1 };

inline std::size_t Index(Way way) { return static_cast<std::size_t>(way); }
inline Way Opposite(Way way) { return way == Way::kForward ? Way::kBackward : Way::kForward; }
inline bool Includes(Direction direction, Way way) {
  return direction == Direction::kBoth ||
         (direction == Direction::kForward) == (way == Way::kForward);
}

struct LinkState {
  LinkSpec spec;
  std::uint64_t number = 0;  ///< at the reactor
  Reactor* reactor = nullptr;
  LinkCounters counters;

  bool is_cut = false;
  std::array<bool, 2> is_held = {false, false};  ///< by Way
  std::chrono::milliseconds delay{0};
  std::array<Rate, 2> rates;  ///< by Way

  bool IsHeld(Way way) const { return is_held[Index(way)]; }
  bool IsPartitioned() const { return is_held[0] || is_held[1]; }
  Rate& rate(Way way) { return rates[Index(way)]; }
  void CountPassed(Way way, std::size_t bytes) {
    (way == Way::kForward ? counters.forward_bytes : counters.backward_bytes) += bytes;
  }
};

/// A link as the proxy controls it; the contracts are those of the proxy's members (proxy.h).
class Link : public LinkEvents {
 public:
  virtual void Cut() = 0;
  virtual void Partition(Direction direction) = 0;
  virtual void Heal() = 0;
  virtual void Delay(std::chrono::milliseconds delay) = 0;
  virtual void Throttle(std::uint64_t bytes_per_second) = 0;
  virtual std::uint64_t DropConnections() = 0;
  virtual std::uint64_t HalfOpen(LinkSide closed) = 0;
  virtual void Disturb(const DatagramFault& fault) = 0;
  virtual LinkCounters Counters() const = 0;
  virtual std::uint16_t port() const = 0;
};

}  // namespace adapter
