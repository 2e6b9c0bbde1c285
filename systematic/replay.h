// Running a schedule again.
//
// Thread safety: free functions; the harness is made on the calling thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/schedule.h"
#include "systematic/scheduler.h"

namespace systematic {

/// Where a replay went another way than the schedule.
struct Difference {
  std::size_t choice = 0;  ///< the number of the choice, from 0; choices.size(): at the end
  std::string message;     ///< in one line
};

struct StrictResult {
  Outcome outcome;
  std::optional<Difference> difference;
};

/// Runs the schedule; stops at the first choice that is not as it was, and compares violation and
/// observations at the end. The scheduler has the log of the replay then, and with `recording`
/// notes.
StrictResult ReplayStrictly(const HarnessInfo& harness, const Schedule& schedule,
                            Scheduler& scheduler, bool recording = false);

/// Runs what can be run of the schedule, then the oldest option that is no fault until nothing
/// else is enabled, all within the schedule's bounds. ScheduleOf() tells what was executed.
Outcome ReplayLeniently(const HarnessInfo& harness, const Schedule& schedule, Scheduler& scheduler,
                        bool recording = false);

/// Why the schedule is not one of this harness, in one line; none if it is.
std::optional<std::string> WhyNotOf(const HarnessInfo& harness, const Schedule& schedule);

}  // namespace systematic
