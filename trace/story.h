// A trace as lines for people: what happened, with times, and what was expected.
//
// Pure functions; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace trace {

struct StoryOptions {
  /// Of the steps; what is between the first and the last of them is left out then, but for what
  /// is unexpected, and of the expectations only those are shown that are missing. 0: everything
  /// is shown.
  std::size_t most_steps = 0;
};

/// Lines without control characters, line ends and indentation: a step each with number, time and
/// text, remarks below one that is unexpected, then an expectation each. Empty for a trace with
/// neither.
std::vector<std::string> StoryOf(const Trace& trace, const StoryOptions& options);

/// "12.345 ms".
std::string TimeText(std::int64_t microseconds);

}  // namespace trace
