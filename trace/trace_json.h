// Parts of a trace as JSON, for reports that contain them: the same objects as in a trace file.
//
// Thread safety: free functions without state.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "trace/trace.h"

namespace trace {

/// The list of the steps (docs/trace_format.md, "A step").
nlohmann::ordered_json StepsJson(const Trace& trace);
/// The list of the expectations (docs/trace_format.md, "An expectation").
nlohmann::ordered_json ExpectedJson(const Trace& trace);

}  // namespace trace
