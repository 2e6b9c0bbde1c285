// Ports for the processes of a system under test.
//
// A reserved port is free for TCP and UDP, and no other reservation on this machine, of this
// program or of another one of ours, has it while the object lives. It is outside the range from
// which the kernel takes ports for outgoing connections, so that none of these gets in between.
//
// Thread safety: free functions and values; a reservation is for one thread at a time.
#pragma once

#include <cstdint>
#include <utility>

#include "base/file_descriptor.h"

namespace adapter {

/// Both ends included.
struct PortRange {
  int first = 0;
  int last = 0;
};

/// The ports that the kernel gives to outgoing connections: net.ipv4.ip_local_port_range.
PortRange EphemeralPorts();

/// Smaller ones are where machines offer services of their own.
inline constexpr PortRange kPortsForProcesses = {10'000, 65'535};

class PortReservation {
 public:
  /// Any port of those that is free. Throws ProcessError when none is.
  explicit PortReservation(PortRange among = kPortsForProcesses);

  std::uint16_t port() const { return port_; }

 private:
  base::FileDescriptor lock_;
  std::uint16_t port_ = 0;
};

}  // namespace adapter
