// The chart of a run as a picture: what happened at each node, from above to below in the order of
// time, and beside it what was expected.
//
// Lifelines have the colours of roles (base/picture_colours.h): those whose names differ in a
// number only have the same one. A message is an arrow from the step that sent it to the step where
// it arrived, so that it leans the more the later it came, and crosses those that it overtook.
// Crashes, pauses, restarts and other faults are marks on lifelines, and a lifeline is broken while
// its node is down. A fault that follows from a step is a message that is lost: its line ends in a
// cross. What is missing or was not expected is vermillion, with words.
//
// Invariants: well-formed XML in UTF-8 that refers to nothing outside; not larger than about four
// megabytes, whatever the trace; same trace, same bytes. Thread safety: a free function.
// Source: ITU-T Z.120 (message sequence charts).
#pragma once

#include <string>
#include <vector>

#include "trace/trace.h"

namespace trace {

/// An SVG picture of the run, however long.
std::string ChartSvg(const Trace& trace);
/// SVG pictures of the run, one after the other, none higher than 1,600 pixels; wider only if there
/// are so many lifelines that texts would be smaller than 7 pixels. At least one.
std::vector<std::string> ChartPages(const Trace& trace);

}  // namespace trace
