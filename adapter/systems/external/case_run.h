// One test case on a running instance of a system: stimuli to the driver, faults to processes and
// links, what is observed to the judge.
//
// Thread safety: a free function; one thread uses an instance.
#pragma once

#include <chrono>
#include <cstdint>

#include "adapter/systems/external/instance.h"
#include "adapter/systems/external/system_description.h"
#include "adapter/verdict.h"
#include "suite/suite.h"

namespace adapter::external {

struct CaseRunOutcome {
  Verdict verdict;
  /// The instance is as it was, so that another case can run on it.
  bool is_reusable = false;
};

/// `timeout` is for the case as a whole. Does not throw what becomes of the system: a broken one
/// makes the verdict inconclusive.
CaseRunOutcome RunCase(const SystemDescription& system, Instance& instance,
                       const suite::Suite& suite, const suite::Case& test, std::uint64_t seed,
                       std::chrono::milliseconds timeout);

}  // namespace adapter::external
