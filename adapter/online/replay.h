// Whether what is saved of a failing run fails again: its case is run as `adapter run` runs it, not
// with the model beside it.
//
// Thread safety: as the model (one worker).
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "adapter/online/certainty.h"
#include "adapter/online/play.h"

namespace adapter::online {

/// How long a saved case may take: an answer that is missing is awaited for a step, and only then
/// has the case failed.
std::chrono::milliseconds ReplayTimeout(const Patience& patience);

/// Replays the saved case of a run (saved_case.h) with this id until it is known how surely it
/// fails; repetition k (from 0) has `seed` + k, as with --repeat. Throws what SavedSuite throws.
Certainty ReplaySaved(Subject& subject, const Oracle& oracle, const PlayedRun& run,
                      const std::string& id, std::uint64_t seed,
                      const std::function<bool()>& is_over);

/// A failing run, and how surely its saved case fails.
struct Reproduction {
  PlayedRun run;
  Certainty certainty;
};

/// Of runs that fail in the same way, each shorter than the one before it: the shortest whose case
/// fails surely; if there is none, the one that fails most often. `replay` measures one; no tries:
/// there is no time left, and what is best so far is returned, the last run if nothing is known.
/// `chain` is not empty.
Reproduction MostCertain(std::vector<PlayedRun> chain,
                         const std::function<Certainty(const PlayedRun& run)>& replay);

}  // namespace adapter::online
