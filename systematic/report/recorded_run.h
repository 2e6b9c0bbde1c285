// The choices of an execution, with all that a report says about each: who took it, what had
// enabled it, what was said meanwhile. Of schedules that ran again (recording.h) and of executions
// that a search found.
//
// Values, thread-safe as such.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systematic/harness.h"
#include "systematic/monitor.h"
#include "systematic/option.h"
#include "systematic/report/option_recorder.h"
#include "systematic/scheduler.h"

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
  /// What changed of the state of the machine that took it, as far as the harness tells.
  std::vector<std::pair<std::string, std::string>> state;
};

struct RecordedRun {
  std::vector<std::string> machines;  ///< in the order in which they were added
  std::vector<std::string> notes_at_start;
  std::vector<MachineState> start;  ///< of the machines of which the harness tells the state
  std::vector<RecordedChoice> choices;
};

/// The execution that the scheduler has run last, which kept notes, up to the last of `taken`: one
/// for each choice.
RecordedRun RecordedRunOf(const Scheduler& scheduler,
                          const std::vector<OptionRecorder::Taken>& taken);

}  // namespace systematic
