// An execution with all that a report says about it: a schedule run again, with who took each step,
// what had enabled it, notes, and the monitors' heat.
//
// Values, thread-safe as such; the functions run the harness on the calling thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/report/recorded_run.h"
#include "systematic/schedule.h"

namespace systematic {

struct Recording : RecordedRun {
  Schedule schedule;                  ///< as executed
  std::vector<std::string> monitors;  ///< in the order in which they were added
  /// Of what is owed: the number of the last step after which it can no longer be made good, from
  /// 1; 0: it never could. Sampled: Killian et al., NSDI 2007.
  std::optional<std::size_t> critical;
  /// Where the execution was another one than the schedule, in one line; empty: nowhere.
  std::string difference;

  /// Whether the violation is of a monitor that was hot: progress was owed.
  bool of_liveness() const;
};

/// Runs the schedule with notes. The choices are those of the schedule wherever they are enabled.
Recording Record(const HarnessInfo& harness, const Schedule& schedule);

/// Fills in `critical` of a recording whose violation is of liveness: looks for the last step after
/// which one of `samples` fair random executions without further faults makes good what is owed.
void FindCritical(const HarnessInfo& harness, Recording& recording, unsigned samples = 10);

}  // namespace systematic
