// Runs another program and waits for it. Thread-safe.
#pragma once

#include <string>
#include <vector>

namespace adapter {

struct ProcessResult {
  int exit_code = 0;   ///< 128 + signal when a signal ended it; 127 when it could not be started
  std::string output;  ///< its stdout and stderr
};

/// `arguments[0]` is looked up in PATH; no shell is involved.
ProcessResult RunProcess(const std::vector<std::string>& arguments);

}  // namespace adapter
