// --search: the search for states without recovery in the harnesses of a program.
//
// How it works: search/ walks through harnesses (systematic/search/). The walks by which the
// critical step is found have no further faults: a second fault may make good the first, and a
// system that waits for that has not recovered.
//
// Invariants: what is found and printed depends on harness, options and seed, never on the workers.
// Thread safety: RunSearch() blocks; it starts and joins its workers itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/progress.h"
#include "search/critical.h"
#include "search/search.h"
#include "systematic/harness.h"
#include "systematic/program/options.h"
#include "systematic/search/harness_system.h"

namespace systematic {

/// A step of a run that was found, with what was said while it ran.
struct FoundStep {
  StepText step;
  std::vector<std::string> notes;
  /// What changed of the state of the machine that took it.
  std::vector<std::pair<std::string, std::string>> state;
};

struct FoundRun {
  std::vector<MachineState> start;  ///< of machines that have a state
  std::vector<FoundStep> steps;
  bool at_end = false;  ///< nothing can happen behind it
};

/// What a search says of one property, or of what monitors fail.
struct SearchFinding {
  std::string property = {};
  bool is_liveness = true;
  bool is_found = false;
  std::uint64_t execution = 0;                    ///< its number, from 1
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
  search::SearchResult result;
  std::vector<SearchFinding> findings;  ///< by property; what monitors fail is the last, if found
  bool stopped = false;                 ///< it ended before it was done
};

/// What a call with --search comes to.
struct SearchAnswer {
  std::string problem;  ///< of the call, in one line; empty: none
  std::string output;
  std::string traces;  ///< for --trace
  int code = 0;        ///< as of the program
};

SearchAnswer RunSearch(const std::vector<const HarnessInfo*>& harnesses,
                       const ProgramOptions& options, const std::string& program,
                       const base::Interrupt& interrupt, base::Progress& progress);

/// What can be searched for in the harnesses.
std::string SearchListText(const std::vector<const HarnessInfo*>& harnesses);
std::string SearchText(const SearchedHarness& searched, const ProgramOptions& options);
std::string SearchJson(const std::vector<SearchedHarness>& all, const ProgramOptions& options);
/// As a file of traces.
std::string SearchTraces(const std::vector<SearchedHarness>& all, const ProgramOptions& options,
                         const std::string& made_by);

}  // namespace systematic
