// When a process is ready to be used: each check waits until it is, fails at once when the process
// ends first, and at the deadline.
//
// Thread safety: free functions without state.
#pragma once

#include <cstdint>
#include <regex>
#include <string>

#include "adapter/process/process_tree.h"

namespace adapter {

struct Readiness {
  bool is_ready = false;
  /// Why it is not: what was awaited and what happened, and the last lines of the log.
  std::string reason;
};

/// Ready when 127.0.0.1 accepts TCP connections at that port, and the process or one of its
/// family is who listens there: not ready when another one has taken the port.
Readiness WaitForPort(const ProcessTree& tree, const std::string& name, std::uint16_t port,
                      ProcessTree::Clock::time_point deadline);

/// Ready when a line of the process's log, from its last start on, contains the text.
Readiness WaitForLogText(const ProcessTree& tree, const std::string& name, const std::string& text,
                         ProcessTree::Clock::time_point deadline);

/// The same for a line that a regular expression (of RE2) is found in; of a line, the first 4000
/// bytes count. Throws base::RegularExpressionError.
Readiness WaitForLogMatch(const ProcessTree& tree, const std::string& name,
                          const std::string& expression, ProcessTree::Clock::time_point deadline);

/// Not ready, for that reason: "server (process 12) is not ready: REASON", and its last log lines.
Readiness NotReady(const ProcessTree& tree, const std::string& name, const std::string& reason);

}  // namespace adapter
