// Online testing: runs of a system with its model beside it, one after the other, until time is up
// or one fails; a failing run is made shorter.
//
// The choices of the n-th run depend on the seed, on n and on what the system answers, unless they
// go towards what is not covered: then on the runs before it, too.
// Thread safety: as the model (one worker).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "adapter/online/directors.h"
#include "adapter/online/play.h"
#include "adapter/online/session.h"

namespace adapter::online {

struct ExplorationSettings {
  std::uint64_t seed = 1;
  std::chrono::milliseconds time{60'000};        ///< after it no run begins
  std::optional<std::uint64_t> runs = {};        ///< at most
  bool all = false;                              ///< goes on after a failure
  std::chrono::milliseconds shortening{60'000};  ///< of one failing run, beside `time`
  ChanceSettings chance = {};
};

/// A run that failed, and what became of it.
struct Failure {
  std::uint64_t number = 0;  ///< of the run, from 1
  std::uint64_t seed = 0;    ///< that the system was told
  std::size_t stimuli = 0;   ///< that the run had
  PlayedRun run;             ///< the shortest that fails in the same way
  int repeated = 0;          ///< how often that one was played again ...
  int failed_again = 0;      ///< ... and how often it failed in the same way
  std::uint64_t same = 0;    ///< further runs that failed in the same way
  double milliseconds = 0;   ///< of the run, before it was made shorter
};

struct Exploration {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t inconclusive = 0;
  std::uint64_t stimuli = 0;
  std::size_t states = 0;         ///< situations (coverage.h)
  std::size_t pairs = 0;          ///< of a situation and a stimulus that was sent there
  std::size_t most_markings = 0;  ///< that explained a run at once, when a choice was made
  double seconds = 0;             ///< until the last run ended, without making any shorter
  /// One for each way to fail, in the order in which they came.
  std::vector<Failure> failures;
  /// Of the first inconclusive run.
  std::string why_inconclusive;
  bool interrupted = false;

  std::uint64_t runs() const { return passed + failed + inconclusive; }
};

/// Is told after each run, and while one is made shorter (`shortening` is then its stimuli).
using ExplorationProgress =
    std::function<void(const Exploration& so_far, std::optional<std::size_t> shortening)>;

/// Ends after runs or time, at the first failure unless `all`, when it is interrupted, and when
/// nothing but inconclusive runs come. Throws what the model and the tracker throw.
Exploration Explore(Subject& subject, const Oracle& oracle, const ExplorationSettings& settings,
                    const std::atomic<bool>* interrupt, const ExplorationProgress& progress);

}  // namespace adapter::online
