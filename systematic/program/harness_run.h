// One harness run as a call asks: by strategy, until there were enough schedules, time is up, or
// something was found.
//
// Thread safety: RunHarness() blocks; it starts and joins its workers itself.
#pragma once

#include <optional>
#include <string>

#include "base/interrupt.h"
#include "base/progress.h"
#include "systematic/harness.h"
#include "systematic/program/coverage.h"
#include "systematic/program/options.h"
#include "systematic/run_result.h"
#include "systematic/schedule.h"
#include "systematic/strategy.h"

namespace systematic {

struct HarnessRun {
  const HarnessInfo* harness = nullptr;
  RunResult result;
  double seconds = 0;
  bool out_of_time = false;  ///< --seconds ended it
  std::optional<CoverageReport> coverage;
  std::optional<Schedule> only;  ///< the one of --iteration

  /// Whether fewer schedules ran than the call asked for, and nothing was found that ended it.
  bool ended_before(const ProgramOptions& options) const {
    return result.interrupted && !(out_of_time && !options.schedules);
  }
};

/// `build` is the program's, for schedules. Throws HarnessError.
HarnessRun RunHarness(const HarnessInfo& harness, const MakeStrategy& make,
                      const ProgramOptions& options, const std::string& build,
                      const base::Interrupt& interrupt, base::Progress& progress);

}  // namespace systematic
