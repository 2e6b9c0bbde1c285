// `cpngen simulate --schedules`, the search: runs of a net under a strategy of systematic testing,
// until each property that is watched is violated or there have been enough.
//
// Invariants: what is found depends on model, options and seed, and not on the workers, unless the
// budget ends it. A schedule that violates a property is minimised, and what is left is run once
// more on the engine, step by step, before it is shown.
// Thread safety: blocks; it starts and joins its workers itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "cpn/ctl/formula.h"
#include "cpn/ctl/result.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"
#include "systematic/run_result.h"
#include "systematic/schedule.h"

namespace cpngen {

/// A schedule that violates a property.
struct FoundSchedule {
  std::uint64_t iteration = 0;    ///< in which it was found, from 0
  std::string strategy;           ///< of that iteration
  std::size_t steps = 0;          ///< as it was found
  systematic::Schedule schedule;  ///< the shortest that is known
  unsigned replays = 0;           ///< that minimisation took
  bool one_minimal = false;       ///< no single step of it can be left out
  cpn::ctl::Evidence evidence;    ///< the run of `schedule`
  bool suspected = false;         ///< by temperature: the run may go on to what is claimed
};

/// What the runs showed of a property.
struct ScheduleFinding {
  const cpn::ctl::Property* property = nullptr;
  std::optional<FoundSchedule> found;
};

struct ScheduleFindings {
  std::vector<ScheduleFinding> properties;  ///< in the order of the call
  systematic::Totals totals;
  bool exhausted = false;              ///< the strategy had nothing left to try
  bool stopped = false;                ///< by the budget
  std::optional<FoundSchedule> error;  ///< a run in which the model fails; its evidence has no end
};

/// Looks for violations of the properties, which a finite run can violate. Throws InputError when a
/// run has too many names, StopError when nothing comes of it before the budget is used up, and
/// ModelError when the model goes another way when a run is repeated.
ScheduleFindings SearchSchedules(cpn::lua::LuaModel& model, const SimulateOptions& options,
                                 const std::vector<const cpn::ctl::Property*>& properties,
                                 const Streams& streams);

/// Runs a schedule again, strictly; what it violates is what the schedule says. Throws InputError
/// when it is not one of the model, or goes another way.
ScheduleFindings ReplaySchedule(cpn::lua::LuaModel& model, const SimulateOptions& options,
                                const systematic::Schedule& schedule, const Streams& streams);

/// Runs the steps again on the model, which fails: throws its ModelError.
void FailAgain(cpn::lua::LuaModel& model, const std::vector<const cpn::ctl::Property*>& properties,
               const FoundSchedule& error);

}  // namespace cpngen
