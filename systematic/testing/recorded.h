// Failing schedules for tests.
//
// Thread safety: a free function without state.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/schedule.h"
#include "systematic/scheduler.h"
#include "systematic/strategies/random.h"

namespace systematic {

/// The first of the random schedules that this monitor objects to.
inline Schedule FailingSchedule(const HarnessInfo& harness, const std::string& monitor) {
  RandomStrategy strategy({.seed = 1});
  Scheduler scheduler;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    strategy.Begin(i);
    const Outcome outcome = Execution::Run(harness, harness.bounds, strategy, scheduler);
    if (!outcome.violation || outcome.violation->monitor != monitor) continue;
    return ScheduleOf(harness, harness.bounds, {"random", 1, i, "test"}, outcome, scheduler);
  }
  throw std::logic_error("no schedule fails");
}

}  // namespace systematic
