// Where the name of an event that nothing shows was written: in a trace, or in a log's mapping.
//
// Thread safety: free functions without state.
#pragma once

#include <optional>

#include "base/budget.h"
#include "base/parse_error.h"
#include "cpngen/commands/conform_inputs.h"
#include "cpngen/commands/conform_report.h"

namespace cpngen {

/// The message about the misfit's unknown name at its place in the trace's file; nothing when the
/// file cannot be read any more. Requires that there is such a name.
std::optional<base::ParseError> PlacedInTrace(const ConformInput& input, const Judged& judged);

/// Throws ModelError at the declaration in the mapping file that makes the misfit's unknown name,
/// when it says what was meant: then the mapping is wrong rather than the system.
void RequireKnownNames(const ConformOptions& options, const ConformInput& input,
                       const Judged& judged, const base::Budget* budget);

}  // namespace cpngen
