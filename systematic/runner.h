// Many executions of a harness: by iteration, in several workers, until something is found or
// there have been enough.
//
// Invariants: an iteration depends on its number and on the call, never on the worker or on other
// iterations (but for strategies that learn, which have one worker). The first failing iteration
// wins, and what is counted is what came up to it: the result of a call is the same for any number
// of workers, unless time ends it.
// Thread safety: RunSchedules() blocks; it starts and joins its workers itself. Callbacks come
// from them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/run_result.h"
#include "systematic/strategy.h"

namespace systematic {

struct RunOptions {
  std::uint64_t schedules = 1000;  ///< executions at most
  std::uint64_t first = 0;         ///< the first iteration
  std::uint64_t stride = 1;        ///< from one iteration to the next; for shards
  std::uint64_t seed = 1;
  unsigned workers = 1;
  std::uint64_t length = 0;           ///< k; 0: as long as a few random executions are
  bool stop_at_first = true;          ///< otherwise all are run, and the first failure is kept
  std::optional<Bounds> bounds = {};  ///< otherwise the harness's
  /// The first execution, every so-manieth and every failing one are run twice and compared; 0:
  /// none.
  std::uint64_t check_every = 1000;
  std::string build = {};  ///< of this program, for schedules
  /// Schedulers keep states, for `on_execution`.
  bool states = false;
  /// Asked now and then, by all workers; true ends the run early.
  std::function<bool()> stop = {};
  /// Told of every execution by the worker that ran it, while its log and names are still there;
  /// also of some beyond the first failing iteration.
  std::function<void(std::uint64_t iteration, const Outcome&, const Scheduler&)> on_execution = {};
  /// The same with its schedule; making one takes as long as a short execution does.
  std::function<void(const Schedule&)> on_schedule = {};
};

/// Runs the harness under strategies that `make` makes. Throws HarnessError, and whatever
/// HarnessInfo::make throws.
RunResult RunSchedules(const HarnessInfo& harness, const MakeStrategy& make,
                       const RunOptions& options);

/// How many steps a random execution of the harness takes: the most of a few. What they violate is
/// left to the strategy that is asked for.
std::uint64_t MeasureLength(const HarnessInfo& harness, Bounds bounds, std::uint64_t seed);

}  // namespace systematic
