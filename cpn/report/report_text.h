// The state space report as people read it: the sections of CPN Tools' report, in its order.
//
// Nodes are numbered from 1, as there. Of a partial exploration, every line that more exploration
// could change says so. Pure functions of their arguments.
#pragma once

#include <string>

#include "cpn/engine/engine.h"
#include "cpn/explore/exploration.h"
#include "cpn/report/state_space_report.h"

namespace cpn::report {

/// The report of MakeReport(). `limit` says what ended a partial exploration: "the limit of 100
/// states".
std::string FormatReport(const Engine& engine, const StateSpaceReport& report,
                         const std::string& limit);

/// What is known without arcs, in the same form; also what is known of orbits.
std::string FormatCount(const StateCount& count, const std::string& limit);

}  // namespace cpn::report
