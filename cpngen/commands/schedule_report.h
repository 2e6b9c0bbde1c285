// What `cpngen simulate --schedules` found, as text for people, JSON for programs, and files.
//
// Thread safety: as the model.
#pragma once

#include <ostream>
#include <string>

#include "base/budget.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/commands/schedule_search.h"
#include "cpngen/options/options.h"

namespace cpngen {

std::string SchedulesText(cpn::lua::LuaModel& model, const SimulateOptions& options,
                          const ScheduleFindings& findings, const base::Budget& budget);

/// One object: docs/schedules.md names its members.
std::string SchedulesJson(cpn::lua::LuaModel& model, const SimulateOptions& options,
                          const ScheduleFindings& findings);

/// Writes what --record, --schedule-file and --msc ask for. With several findings each schedule and
/// each chart has a file of its own, FILE.NAME.schedule. Says on `err` what is not written.
void WriteFound(cpn::lua::LuaModel& model, const SimulateOptions& options,
                const ScheduleFindings& findings, std::ostream& err);

}  // namespace cpngen
