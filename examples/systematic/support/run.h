// Runs of a harness under strategies by name, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace support {

/// So many executions at most, until one fails.
inline systematic::RunResult RunUntilFailure(const systematic::HarnessInfo& harness,
                                             std::string_view strategy, std::uint64_t schedules) {
  systematic::RunOptions options;
  options.schedules = schedules;
  return systematic::RunSchedules(harness, systematic::ParseStrategy(strategy), options);
}

/// The monitor that failed first, or "nothing".
inline std::string MonitorThatFails(const systematic::HarnessInfo& harness,
                                    std::string_view strategy, std::uint64_t schedules) {
  const auto result = RunUntilFailure(harness, strategy, schedules);
  return result.failure ? result.failure->violation.monitor : "nothing";
}

}  // namespace support
