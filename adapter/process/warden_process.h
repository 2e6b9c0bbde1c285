// The warden (warden/warden.h) as the adapter starts it, and its last duties when it is lost.
//
// Not thread-safe.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "base/file_descriptor.h"

namespace adapter {

struct WardenProcess {
  pid_t pid = -1;
  base::FileDescriptor socket;
  std::filesystem::path folder;  ///< which it has made
};

/// Starts the program `adapter_warden` that lies beside this one. Throws ProcessError.
WardenProcess StartWarden();

/// Waits until a child has ended, and returns its status as waitpid gives it; -1 when it has not
/// after that many milliseconds.
int WaitAtMost(pid_t child, int milliseconds);

/// For an instance whose warden was killed: kills all processes that carry its mark, and removes
/// its folder.
void CleanUpAfterWarden(const std::filesystem::path& folder);

}  // namespace adapter
