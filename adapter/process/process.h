// Runs another program and waits for it, or for a process that runs already. Thread-safe.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace adapter {

struct ProcessResult {
  int exit_code = 0;   ///< 128 + signal when a signal ended it; 127 when it could not be started
  std::string output;  ///< its stdout and stderr
};

/// `arguments[0]` is looked up in PATH; no shell is involved.
ProcessResult RunProcess(const std::vector<std::string>& arguments);

/// Waits for a child that is about to end; after two seconds it is killed: one that hangs must not
/// hang this program. Returns its status as waitpid gives it.
int WaitOrKill(pid_t child);

}  // namespace adapter
