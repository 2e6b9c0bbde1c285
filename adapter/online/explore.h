// Online testing: runs of a system with its model beside it, one after the other, until time is up
// or one fails; a failing run is made shorter, and its saved case is replayed: one that does not
// fail again is not the end.
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

#include "adapter/online/certainty.h"
#include "adapter/online/directors.h"
#include "adapter/online/play.h"
#include "adapter/online/session.h"

namespace adapter::online {

struct ExplorationSettings {
  std::uint64_t seed = 1;
  std::chrono::milliseconds time{60'000};  ///< after it no run begins
  std::optional<std::uint64_t> runs = {};  ///< at most
  bool all = false;                        ///< goes on after a failure whose saved case fails again
  /// For each way to fail, beside `time`: to make its run shorter, and to replay what is saved.
  std::chrono::milliseconds shortening{60'000};
  ChanceSettings chance = {};
};

/// A run that failed, and what became of it.
struct Failure {
  std::uint64_t number = 0;  ///< of the run, from 1
  std::uint64_t seed = 0;    ///< that the system was told
  std::size_t stimuli = 0;   ///< that the run had
  PlayedRun run;             ///< the shortest that fails in the same way and as surely
  Certainty replays;         ///< of what is saved of it; no tries: it was not replayed
  std::uint64_t same = 0;    ///< further runs that failed in the same way
  double milliseconds = 0;   ///< of the run, before it was made shorter
  Clock::duration spent{};   ///< with making runs shorter that fail so, and with replays
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

/// Ends after runs or time, at the first failure that its saved case reproduces unless `all`, when
/// it is interrupted, and when nothing but inconclusive runs come. Of the runs that fail in the
/// same way the first is kept whose saved case fails again, or the one whose case does most often.
/// Without time for shortening nothing is replayed, and the first of them is kept. Throws what the
/// model and the tracker throw.
Exploration Explore(Subject& subject, const Oracle& oracle, const ExplorationSettings& settings,
                    const std::atomic<bool>* interrupt, const ExplorationProgress& progress);

}  // namespace adapter::online
