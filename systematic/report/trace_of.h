// An execution as a trace (trace/trace.h), for charts and for comparison with other runs.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "systematic/report/recorded_run.h"
#include "systematic/report/recording.h"
#include "trace/trace.h"

namespace systematic {

/// Adds a step for each choice, and one for each note, and names the nodes; before them one for
/// each machine whose state is told, in which it starts. Causes are the steps that enabled a step;
/// hashes are of what had been observed before it. Returns the number that the step of each choice
/// has in the trace, by the number of the choice, from 1; of 0 it is 0.
std::vector<std::size_t> AddSteps(const RecordedRun& run, trace::Trace& trace);

/// The whole of it; `made_by` is program and version.
trace::Trace TraceOf(const Recording& recording, const std::string& made_by);

}  // namespace systematic
