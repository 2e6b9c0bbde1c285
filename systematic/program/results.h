// What a call came to, for people, for programs and for CI systems.
//
// Thread safety: free functions without state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "systematic/minimisation/minimise.h"
#include "systematic/program/harness_run.h"
#include "systematic/program/options.h"
#include "systematic/report/recording.h"

namespace systematic {

/// A violation, or the one schedule that was asked for, with all that was made of it.
struct Finding {
  Recording recording;  ///< of the shortest schedule that is known
  std::optional<Minimised> minimised;
  std::vector<std::string> files;  ///< that were written
  std::string replay;              ///< the command that runs it again
};

struct Result {
  HarnessRun run;
  std::optional<Finding> finding;
};

/// The list of the harnesses: a line each with name, bounds and what it is about.
std::string ListText(const std::vector<const HarnessInfo*>& harnesses);
std::string ListJson(const std::vector<const HarnessInfo*>& harnesses);

/// One harness's result, with the report of its violation or of the only schedule.
std::string ResultText(const Result& result);

/// All of them: one object.
std::string ResultsJson(const std::vector<Result>& results, const ProgramOptions& options);

/// All of them as JUnit XML, a test case for each harness.
std::string ResultsJUnit(const std::vector<Result>& results, const std::string& program);

}  // namespace systematic
