// Is what was seen a run of the net?
//
// Thread safety: as the tracker.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/observed_trace.h"
#include "conformance/tracker.h"

namespace conformance {

struct Verdict {
  bool conforms = false;
  std::size_t events = 0;     ///< that were to be explained
  std::size_t explained = 0;  ///< the longest explained beginning of them
  std::size_t markings = 0;   ///< that explain it, right behind its last event
  /// Of the first event that no marking explains, or of what must still come at the end.
  std::optional<std::size_t> step;
  /// The event was explained, but the system must not rest: something must still come.
  bool owed = false;
  std::optional<Misfit> misfit;  ///< of that event; of what is owed, what must come
  /// A run of the net that explains the beginning; when an event does not fit, up to the marking
  /// that the misfit is about. Empty when the caller did not want it.
  std::vector<ExplainedStep> run;
};

struct JudgeOptions {
  bool at_rest = false;  ///< nothing came after the last event, though it was waited for
  bool explain = false;  ///< give a run also when all is explained
};

/// Goes through the events from the start.
Verdict Judge(Tracker& tracker, std::span<const SeenEvent> events, const JudgeOptions& options);

}  // namespace conformance
