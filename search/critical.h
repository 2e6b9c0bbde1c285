// The critical transition of an execution that does not come to life: the step that puts a property
// out of reach.
//
// How it works: `recovers(i)` is whether a walk from state i of the execution comes to where the
// property holds. A state from which one does is not dead, for sure; one from which k walks do not
// is taken for dead. From the last live state on, the search doubles its distance until it does not
// recover, then halves the interval. The answer is walked from ten times as often; when it recovers
// after all, the search goes on behind it. Where a system can look at all states that follow, no
// walk is needed and the answer is certain.
//
// Invariants:
//  1. the critical step is never later than the exact one: what recovers is not dead;
//  2. of successful walks the one of the lowest number counts, whoever finishes first.
// Thread safety: used by one thread.
// Source: NSDI 2007, section 3.3; the re-test and the certificates are ours.
#pragma once

#include <cstdint>
#include <optional>

#include "search/crew.h"
#include "search/system.h"

namespace search {

/// An execution in which a property has not come to hold.
struct Suspect {
  std::size_t property = 0;
  Choices choices;
  std::optional<std::uint64_t> live = std::nullopt;  ///< steps before its last live state
  bool at_end = false;                               ///< nothing can be chosen behind it
};

enum class Condition : std::uint8_t {
  kC1,  ///< it enters a dead state
  kC2,  ///< undecided: the walks may be too short, or it lives on and never gets there
};

struct CriticalOptions {
  std::uint64_t seed = 1;
  std::uint64_t walks = 60;        ///< k, from each state
  std::uint64_t most_steps = 0;    ///< d_max, of an execution with its walk; must be given
  std::uint64_t exact_states = 0;  ///< how many states may be looked at instead of walks; 0: none
};

struct Critical {
  Condition condition = Condition::kC2;
  /// The state of that number (after so many steps) is the first that does not recover; of kC2 the
  /// one up to which was searched.
  std::uint64_t step = 0;
  /// All that follows it was looked at: no walk had to be trusted.
  bool certain = false;
  /// Of all executions that recovered, the one that shares most with the suspect. Empty: none did.
  std::optional<Choices> nearest_live;
  std::uint64_t walks = 0;  ///< that were needed, of those in order
};

/// The systems of the crew are those in which the suspect was found. Throws what they throw.
Critical FindCritical(Crew& crew, const Suspect& suspect, const CriticalOptions& options);

}  // namespace search
