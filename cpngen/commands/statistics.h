// What --stats prints: the counters of the engine, of an exploration and of the checker.
#pragma once

#include <string>

#include "cpn/ctl/check.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/exploration.h"
#include "cpngen/value_json.h"

namespace cpngen {

/// The engine's counters, one line each.
std::string StatisticsText(const cpn::EngineStatistics& statistics);
/// An exploration's counters, one line each.
std::string StatisticsText(const cpn::ExplorationStatistics& statistics);
/// The checker's counters, one line each.
std::string CheckStatisticsText(const cpn::ctl::CheckStatistics& statistics);
/// The counters of the engine and of the exploration, by the names of StatisticsText.
Json StatisticsJson(const cpn::EngineStatistics& engine,
                    const cpn::ExplorationStatistics& exploration);

}  // namespace cpngen
