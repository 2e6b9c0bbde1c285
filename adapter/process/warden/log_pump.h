// Copies what a process prints from a pipe to its log, up to a limit; the rest is read and dropped,
// so that the process neither fills the disk nor waits for ever.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "base/file_descriptor.h"

namespace adapter {

class LogPump {
 public:
  LogPump() = default;
  /// `pipe`: the reading end, which does not block; `log`: opened for appending.
  LogPump(base::FileDescriptor pipe, base::FileDescriptor log, std::uint64_t limit);

  /// The pipe to wait for; -1 when nobody can write to it any more.
  int descriptor() const { return pipe_.get(); }
  /// Copies what is there now, at most about a megabyte, so that a flood does not take all the
  /// time. Closes the pipe at its end.
  void Pump();
  std::uint64_t dropped() const { return dropped_; }

 private:
  void Write(const char* data, std::size_t size);

  base::FileDescriptor pipe_;
  base::FileDescriptor log_;
  std::uint64_t limit_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t dropped_ = 0;
};

/// What the log says where it was cut.
std::string CutNotice(std::uint64_t limit);

}  // namespace adapter
