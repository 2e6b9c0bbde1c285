// What of a trace (trace/trace.h) is a run of a system as the net sees it.
//
// Of a trace of a system, the steps of kind stimulus, event and fault count: what the tester did,
// what the system did, and faults, which are stimuli. Deliveries, timers, choices and notes are
// inside the system.
// Pure functions; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/event.h"
#include "conformance/sight.h"
#include "trace/trace.h"

namespace conformance {

struct SeenEvent {
  Event event;
  std::size_t step = 0;   ///< where it stands in what was read: step of a trace, line of a log
  std::string node = {};  ///< where it happened; empty: nowhere in particular
};

/// The events in the order of the trace.
std::vector<SeenEvent> EventsOf(const trace::Trace& trace, const Sight& sight = {});

/// Is it a run of a net: are there steps of kind binding?
bool IsRunOfNet(const trace::Trace& trace);

}  // namespace conformance
