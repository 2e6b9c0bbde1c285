// Is there an order of events, among those that respect what is known of it, in which they are a
// run of the net?
//
// A depth-first search over cuts and the nodes of the automaton, the order of the file first. What
// can follow depends only on the two, so that no pair is looked at twice; as long as the automaton
// forgets nothing.
// Thread safety: as the automaton.
#pragma once

#include <vector>

#include "conformance/event_order.h"
#include "conformance/tracker.h"
#include "conformance/verdict.h"

namespace conformance {

struct OrderVerdict {
  Verdict verdict;
  /// The events in the order in which the explained ones come; the others behind them, first of
  /// them the one that the misfit is about.
  std::vector<SeenEvent> seen;
  /// Behind the farthest cut: events that may be next and that nothing explains, those first that
  /// have a name which nothing shows. The misfit of the verdict is about the first of them.
  std::vector<SeenEvent> blocked;
};

/// Throws LimitReached when more than `max_cuts` cuts are looked at.
OrderVerdict JudgeInSomeOrder(Tracker& tracker, const std::vector<LoggedEvent>& events,
                              const EventOrder& order, const JudgeOptions& options,
                              std::uint64_t max_cuts);

}  // namespace conformance
