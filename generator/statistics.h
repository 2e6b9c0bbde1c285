// What --stats prints: the counters of the engine and of the checker.
#pragma once

#include <string>

#include "cpn/ctl/check.h"
#include "cpn/engine.h"

namespace generator {

/// One line per counter.
std::string StatisticsText(const cpn::EngineStatistics& statistics);
std::string CheckStatisticsText(const cpn::ctl::CheckStatistics& statistics);

}  // namespace generator
