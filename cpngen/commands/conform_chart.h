// What was seen of a system beside the run of the model that explains it: a chart of the two.
//
// Left are the events in the order in which they are explained, right the binding elements, silent
// ones marked; then the first event that no marking explains, and why. What was seen behind it is
// only counted.
// Thread safety: as the model.
#pragma once

#include <string>

#include "cpngen/commands/conform_report.h"
#include "trace/trace.h"

namespace cpngen {

/// As a trace that trace::ChartSvg draws: a lifeline for each node, the last one is the model's. An
/// arrow leads from an event to the element that shows it.
trace::Trace BesideTrace(cpn::Engine& engine, const Judged& judged);

/// As lines of text, in two columns.
std::string BesideText(cpn::Engine& engine, const Judged& judged);

}  // namespace cpngen
