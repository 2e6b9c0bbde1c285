// The chart of a run as a picture: what happened at each node, from above to below in the order of
// time, and beside it what was expected.
//
// A message is an arrow from the step that sent it to the step where it arrived, so that it leans
// the more the later it came, and crosses those that it overtook. Crashes, pauses, restarts and
// other faults are marks on lifelines; what is missing or was not expected is red.
//
// Invariants: well-formed XML in UTF-8 that refers to nothing outside; not larger than about four
// megabytes, whatever the trace; same trace, same bytes. Thread safety: a free function.
// Source: ITU-T Z.120 (message sequence charts).
#pragma once

#include <string>

#include "trace/trace.h"

namespace trace {

/// An SVG picture of the run.
std::string ChartSvg(const Trace& trace);

}  // namespace trace
