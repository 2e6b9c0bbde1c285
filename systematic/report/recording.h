// An execution with all that a report says about it: a schedule run again, with who took each step,
// what had enabled it, notes, and the monitors' heat.
//
// Values, thread-safe as such; the functions run the harness on the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systematic/execution.h"
#include "systematic/harness.h"
#include "systematic/monitor.h"
#include "systematic/option.h"
#include "systematic/schedule.h"

namespace systematic {

struct RecordedChoice {
  std::string text;     ///< "deliver a>b Ack #0"; of a value "choose a size #0: 2 of 5"
  std::string kind;     ///< "deliver"
  std::string from;     ///< the sender; empty: there is none
  std::string what;     ///< the method, the timer; may be empty
  std::string machine;  ///< who took the step, or chose in it; empty: the harness
  OptionKind option = OptionKind::kMessage;
  bool is_step = true;
  std::uint64_t value = 0;
  std::uint64_t n = 0;
  std::size_t cause = 0;  ///< number of the step that enabled it, from 1; 0: it was from the start
  std::uint64_t observed = 0;      ///< hash of all observations before it
  std::vector<Heat> heats;         ///< of the monitors, before it
  std::vector<std::string> notes;  ///< said while it ran
};

struct Recording {
  Schedule schedule;                  ///< as executed
  std::vector<std::string> machines;  ///< in the order in which they were added
  std::vector<std::string> monitors;  ///< the same
  std::vector<std::string> notes_at_start;
  std::vector<RecordedChoice> choices;
  /// Of what is owed: the number of the last step after which it can no longer be made good, from
  /// 1; 0: it never could. Sampled: Killian et al., NSDI 2007.
  std::optional<std::size_t> critical;
  /// Where the execution was another one than the schedule, in one line; empty: nowhere.
  std::string difference;

  /// Whether the violation is of a monitor that was hot: progress was owed.
  bool of_liveness() const;
};

/// Runs the schedule with notes. The choices are those of the schedule wherever they are enabled.
Recording Record(const HarnessInfo& harness, const Schedule& schedule);

/// Fills in `critical` of a recording whose violation is of liveness: looks for the last step after
/// which one of `samples` fair random executions without further faults makes good what is owed.
void FindCritical(const HarnessInfo& harness, Recording& recording, unsigned samples = 10);

}  // namespace systematic
