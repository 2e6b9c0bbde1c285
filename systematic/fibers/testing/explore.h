// Runs harnesses of threads for tests.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "systematic/fibers/harness.h"
#include "systematic/runner.h"
#include "systematic/strategies/dfs.h"
#include "systematic/strategies/random.h"

namespace systematic::fibers {

/// All schedules, or those up to the first that fails.
inline RunResult Exhaust(ThreadsHarness::Begin begin, bool stop_at_first = true) {
  RunOptions options;
  options.schedules = 1'000'000;
  options.length = 1;
  options.stop_at_first = stop_at_first;
  return RunSchedules(
      HarnessOf("toy", "", std::move(begin)),
      [](const StrategyContext&) {
        return std::make_unique<DfsStrategy>(DfsStrategy::Options{.first = 10'000});
      },
      options);
}

/// So many random schedules.
inline RunResult Try(ThreadsHarness::Begin begin, std::uint64_t schedules) {
  RunOptions options;
  options.schedules = schedules;
  return RunSchedules(
      HarnessOf("toy", "", std::move(begin)),
      [](const StrategyContext& context) { return std::make_unique<RandomStrategy>(context); },
      options);
}

/// "monitor: message" of what was found, or nothing.
inline std::string Found(const RunResult& result) {
  if (result.nondeterminism) return "nondeterminism";
  if (!result.failure) return "";
  return result.failure->violation.monitor + ": " + result.failure->violation.message;
}

}  // namespace systematic::fibers
