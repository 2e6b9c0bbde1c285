// An execution as a trace (trace/trace.h), for charts and for comparison with other runs.
//
// Thread safety: a free function without state.
#pragma once

#include <string>

#include "systematic/report/recording.h"
#include "trace/trace.h"

namespace systematic {

/// A step for each choice, and one for each note; `made_by` is program and version. Causes are the
/// steps that enabled a step; hashes are of what had been observed before it.
trace::Trace TraceOf(const Recording& recording, const std::string& made_by);

}  // namespace systematic
