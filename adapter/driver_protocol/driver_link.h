// A connection with one driver: messages go there and come back, whatever carries them.
//
// Invariants:
//  1. messages arrive in the order in which they were sent, whole, or not at all;
//  2. after a DriverError the link is of no use any more: every call throws the same error again;
//  3. what comes while a message waits to be sent is kept until it is taken, up to a limit; beyond
//     it the link fails. A driver that sends more than is taken waits otherwise.
// Not thread-safe but for Wake(): one thread uses a link.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "adapter/driver_protocol/messages.h"

namespace adapter::driver_protocol {

using Deadline = std::chrono::steady_clock::time_point;

/// Of the messages that wait to be taken, in bytes (lines) or messages (streams).
inline constexpr std::size_t kMostWaitingBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMostWaitingMessages = 20'000;

class DriverLink {
 public:
  virtual ~DriverLink() = default;

  /// Returns once the message is on its way. Throws DriverError when the driver is gone, or takes
  /// nothing until the deadline.
  virtual void Send(const ToDriver& message, Deadline deadline) = 0;

  /// The next message that is here; nothing when none is. Does not wait. Throws DriverError when
  /// the driver broke the protocol, or has ended and everything that it sent was taken.
  virtual std::optional<FromDriver> TryReceive() = 0;

  /// Returns when TryReceive, after it gave nothing, may have something to give or to throw, when
  /// Wake() was called, or at the deadline; sometimes for nothing.
  virtual void Wait(Deadline deadline) = 0;

  /// The Wait() that goes on returns, or else the next one. May be called from any thread.
  virtual void Wake() = 0;
};

}  // namespace adapter::driver_protocol
