// One end of a TCP connection, by hand: for what no library would send.
//
// Invariants: nothing waits beyond its deadline; a connection that the other end closed or reset is
// an end, and no error. Not thread-safe.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/file_descriptor.h"

namespace adapter {

using Deadline = std::chrono::steady_clock::time_point;

class TcpStream {
 public:
  /// Connects to a port of 127.0.0.1. Throws std::system_error.
  TcpStream(int port, Deadline deadline);
  /// Takes an accepted connection over.
  explicit TcpStream(base::FileDescriptor connection);

  /// False: the connection has ended, or the deadline has passed.
  bool Write(std::string_view bytes, Deadline deadline) const;
  /// The next bytes; empty: the other end has ended the connection; nothing: none came in time.
  std::optional<std::string> Read(Deadline deadline) const;

 private:
  bool WaitFor(short events, Deadline deadline) const;

  base::FileDescriptor socket_;
};

}  // namespace adapter
