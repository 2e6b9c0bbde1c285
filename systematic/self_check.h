// Whether an execution goes the same way again: what a scheduler cannot do if threads, clocks,
// random numbers, pointers' order or what an earlier execution left behind decide something.
//
// Thread safety: free functions; the harness is made on the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/schedule.h"
#include "systematic/scheduler.h"

namespace systematic {

/// Two executions with the same choices that were not the same.
struct Nondeterminism {
  std::uint64_t iteration = 0;
  std::string strategy;
  std::optional<Violation> violation;  ///< of the first
  std::size_t choice = 0;              ///< the choice, from 0, before which they parted
  std::string message;                 ///< in one line: what was not the same
  std::vector<std::string> first;      ///< what was enabled there the first time
  std::vector<std::string> second;     ///< and the second time
};

/// In several lines: the message, and what only one of the two had enabled.
std::string ToText(const Nondeterminism& nondeterminism);

/// Replays the schedule of the execution that `first` has just run in `second`, with memory laid
/// out in another way. None if both were the same to the end. ASan lays memory out in
/// one way only: there the order of pointers is not caught.
std::optional<Nondeterminism> SelfCheck(const HarnessInfo& harness, const Schedule& schedule,
                                        const Scheduler& first, Scheduler& second);

}  // namespace systematic
