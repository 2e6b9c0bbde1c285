// A schedule: the choices of one execution with the names behind their keys, and all that is
// needed to run it again.
//
// Invariants: names are numbered in the order in which the choices use them, so that equal
// schedules have equal members.
// Values, thread-safe as such.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/key.h"
#include "systematic/scheduler.h"

namespace systematic {

struct ScheduledChoice {
  Key key;                    ///< its words are those of Schedule::names
  std::uint64_t value = 0;    ///< of a value
  std::uint64_t n = 0;        ///< options that were enabled, or values that could be chosen
  std::uint64_t enabled = 0;  ///< hash of the keys that were enabled
  bool is_step = true;        ///< an option that ran; otherwise a value

  bool operator==(const ScheduledChoice&) const = default;
};

struct Schedule {
  std::string harness;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string time;
  Bounds bounds;
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t iteration = 0;
  std::string build;  ///< of the program that recorded it

  std::optional<std::uint64_t> fair_from;  ///< choices before the strategy was fair
  std::optional<std::uint64_t> healed_at;  ///< choices before Heal()
  std::vector<std::string> names{""};      ///< by Word
  std::vector<ScheduledChoice> choices;

  End end = End::kQuiescent;
  std::optional<Violation> violation;
  /// Hash of the options that were left at the end, because nobody wanted them: a minimised
  /// schedule has no fault that it can do without.
  std::optional<std::uint64_t> unwanted;
  std::uint64_t observed = 0;  ///< hash of all observations

  bool operator==(const Schedule&) const = default;
};

/// Where an execution came from, as schedules tell it.
struct Origin {
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t iteration = 0;
  std::string build;
};

/// The schedule of the execution that the scheduler has just run.
Schedule ScheduleOf(const HarnessInfo& harness, const Bounds& bounds, const Origin& origin,
                    const Outcome& outcome, const Scheduler& scheduler);

/// The key in words, as ToText() of key_text.h.
std::string ToText(const Key& key, const std::vector<std::string>& names);

}  // namespace systematic
