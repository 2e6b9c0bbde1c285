// Shorter schedules that fail in the same way: a candidate is a schedule with choices left out or
// changed, run leniently; what it executed is kept when the same monitor objects and it is smaller.
//
// The real code runs each candidate, so that whatever fails is a valid execution. First faults are
// left out, then values become 0, then other choices are left out, then what ran before something
// older changes places with it.
// Invariants: the result never has more faults, or as many and more choices, than the schedule that
// it began with; same harness and schedule, same result.
// Thread safety: a free function that runs the harness on the calling thread.
// Source: ddmin, of Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input",
// TSE 2002.
#pragma once

#include <cstdint>
#include <functional>

#include "systematic/harness.h"
#include "systematic/schedule.h"

namespace systematic {

struct MinimiseOptions {
  unsigned replays = 500;           ///< at most
  std::function<bool()> stop = {};  ///< asked before each replay; true ends it with what it has
};

struct Minimised {
  Schedule schedule;  ///< as executed
  unsigned replays = 0;
  std::size_t faults_before = 0, faults = 0;
  /// Whether leaving out any single choice gives nothing smaller that fails. False: the replays
  /// were used up, or it was stopped.
  bool one_minimal = false;
  /// Whether running the schedule gave its violation at all; otherwise `schedule` is unchanged.
  bool failed_again = false;
};

/// Requires a schedule with a violation.
Minimised Minimise(const HarnessInfo& harness, const Schedule& schedule,
                   const MinimiseOptions& options = {});

}  // namespace systematic
