// What is made of a failing schedule, or of the only one: a shorter one, the report, and the files
// that it leaves.
//
// Thread safety: free functions that run the harness on the calling thread.
#pragma once

#include <functional>
#include <string>

#include "systematic/harness.h"
#include "systematic/program/results.h"
#include "systematic/schedule.h"

namespace systematic {

struct FindingOptions {
  bool minimise = false;
  std::string folder = ".";
  std::string program;  ///< as it was called, for the command that runs the schedule again
  std::string made_by;  ///< program and version
  std::function<bool()> stop = {};  ///< ends minimisation early
};

/// Runs the schedule again, and writes NAME.schedule, NAME.html and NAME.trace.json. Throws
/// base::FileError.
Finding Investigate(const HarnessInfo& harness, const Schedule& schedule,
                    const FindingOptions& options);

}  // namespace systematic
