// `cpngen simulate --schedules`: looks for violations of properties in runs under a strategy of
// systematic testing, and `--replay` of the schedules that it writes.
//
// Thread safety: as the model; Ctrl-C is this function's while it runs.
#pragma once

#include <string>
#include <string_view>

#include "cpn/lua/lua_model.h"
#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"

namespace cpngen {

/// Runs options.search.schedules schedules, and prints of each property the shortest violating run
/// that is known. Returns kViolated when there is one, otherwise kLimitReached when the budget
/// ended the search. Throws InputError when a property is named that no finite run can violate, or
/// there is none; ModelError, after the run to it was printed, when the model fails.
ExitCode SimulateSchedules(cpn::lua::LuaModel& model, const SimulateOptions& options,
                           const Streams& streams);

/// Whether a file of these bytes is meant to be a schedule.
bool IsSchedule(std::string_view bytes);

/// Runs the schedule of options.replay, which has these bytes, again, strictly, and prints what it
/// violates. Returns kViolated when it does. Throws base::ParseError, InputError when it is no
/// schedule of the model, and ModelError as above.
ExitCode SimulateAgain(cpn::lua::LuaModel& model, const SimulateOptions& options,
                       const std::string& bytes, const Streams& streams);

}  // namespace cpngen
