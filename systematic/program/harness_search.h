// One harness searched for states without recovery, as a call with --search asks.
//
// How it works: search/ walks through the harness (systematic/search/), from its start or from the
// ends of runs in which all has held. The walks by which the critical step is found have no further
// faults: a second fault may make good the first, and a system that waits for that has not
// recovered.
//
// Invariants: what is found depends on harness, options and seed, never on the workers. Of shards,
// the finding of the lowest execution is what a search without shards finds.
// Thread safety: SearchHarness() blocks; it starts and joins its workers itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/progress.h"
#include "search/critical.h"
#include "search/search.h"
#include "systematic/harness.h"
#include "systematic/program/options.h"
#include "systematic/report/recorded_run.h"

namespace systematic {

/// A run that was found.
struct FoundRun : RecordedRun {
  bool at_end = false;  ///< nothing can happen behind it
};

/// What a search says of one property, or of what monitors fail.
struct SearchFinding {
  std::string property = {};
  bool is_liveness = true;
  bool is_found = false;
  std::uint64_t execution = 0;                    ///< its number, from 1
  std::size_t begun = 0;                          ///< steps of it before the search (--from-live)
  FoundRun run = {};                              ///< of kC1 up to the critical step
  std::optional<search::Critical> critical = {};  ///< none: not looked into, or no liveness
  std::optional<FoundRun> live = {};              ///< the nearest that comes to life
  std::size_t shared = 0;                         ///< steps that the two have in common
  std::string owed = {};  ///< what is owed from then on; or what is violated

  bool is_dead() const { return critical && critical->condition == search::Condition::kC1; }
};

/// One harness searched.
struct SearchedHarness {
  const HarnessInfo* harness = nullptr;
  SearchWorld world;
  search::SearchProgress progress;      ///< of all its searches
  std::uint64_t most_steps = 0;         ///< d_max, of the last of them
  std::uint64_t live_runs = 0;          ///< at whose ends they began (--from-live)
  std::vector<SearchFinding> findings;  ///< by property; what monitors fail is the last, if found
  bool stopped = false;                 ///< it ended before it was done
};

SearchedHarness SearchHarness(const HarnessInfo& harness, const SearchWorld& world,
                              const ProgramOptions& options, const base::Interrupt& interrupt,
                              base::Progress& progress);

}  // namespace systematic
