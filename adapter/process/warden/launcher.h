// Starts a program as a child of the warden: in a session and process group of its own, without
// descriptors, signal masks and dispositions of others, killed by the kernel when the warden dies.
//
// For a process with one thread: between fork and exec the child uses all of the C library.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "adapter/process/warden/messages.h"
#include "base/file_descriptor.h"

namespace adapter {

struct Launched {
  pid_t pid = -1;  ///< -1: not started, for the reason below
  LaunchStep failed_step = LaunchStep::kNone;
  int error = 0;
  base::FileDescriptor output;  ///< what it prints for its log; does not block
  base::FileDescriptor log;     ///< open for appending
  std::uint64_t log_start = 0;  ///< the size of the log before
};

/// Returns when the program runs (its exec has succeeded) or is known not to. `pipes`: the child's
/// standard input and output if launch.has_pipes.
Launched LaunchProgram(const Launch& launch, const std::vector<base::FileDescriptor>& pipes);

}  // namespace adapter
