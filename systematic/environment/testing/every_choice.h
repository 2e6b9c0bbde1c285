// Runs a function under every sequence of choices that it can make of a scheduler.
//
// Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/scheduler.h"
#include "systematic/strategies/dfs.h"
#include "systematic/testing/toys.h"

namespace systematic {

/// Calls `run` once for every sequence of choices; returns how often.
inline std::uint64_t ForEveryChoice(const std::function<void(Scheduler&)>& run) {
  const HarnessInfo harness = ToyOf("every choice", run);
  DfsStrategy strategy({.first = 1'000'000});
  Scheduler scheduler;
  std::uint64_t runs = 0;
  for (; strategy.Begin(runs); ++runs) {
    const Outcome outcome = Execution::Run(harness, {}, strategy, scheduler);
    if (outcome.violation) throw std::runtime_error(outcome.violation->message);
  }
  return runs;
}

}  // namespace systematic
