// What `cpngen space --json` prints; docs/state_space_report.md says what each field means.
//
// Nodes are numbered from 1, as in the report. What a partial exploration cannot know is null.
// Thread safety: as the model.
#pragma once

#include <string>

#include "cpn/explore/exploration.h"
#include "cpn/lua/lua_model.h"
#include "cpn/report/state_space_report.h"
#include "cpngen/options/options.h"

namespace cpngen {

/// The report, and how the exploration that it is about went.
std::string SpaceJson(cpn::lua::LuaModel& model, const SpaceOptions& options,
                      const cpn::report::StateSpaceReport& report,
                      const cpn::ExplorationStatistics& exploration, double seconds);
/// What `cpngen space --count` counted.
std::string CountJson(cpn::lua::LuaModel& model, const SpaceOptions& options,
                      const cpn::StateCount& count, double seconds);

}  // namespace cpngen
