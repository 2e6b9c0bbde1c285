// What --stats prints: the counters of the engine, of an exploration and of the checker.
#pragma once

#include <string>

#include "cpn/ctl/check.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/exploration.h"
#include "cpngen/value_json.h"

namespace cpngen {

/// One line per counter.
std::string StatisticsText(const cpn::EngineStatistics& statistics);
std::string StatisticsText(const cpn::ExplorationStatistics& statistics);
std::string CheckStatisticsText(const cpn::ctl::CheckStatistics& statistics);
/// The counters by the same names.
Json StatisticsJson(const cpn::EngineStatistics& engine,
                    const cpn::ExplorationStatistics& exploration);

}  // namespace cpngen
