// An execution as one HTML page that needs nothing else: what failed, its chart, every step.
//
// Invariants: well-formed XML in UTF-8; refers to nothing outside; same recording, same bytes.
// Thread safety: a free function without state.
#pragma once

#include <string>

#include "systematic/report/recording.h"

namespace systematic {

/// `replay` is the command that runs the schedule again; `made_by` is program and version.
std::string HtmlReport(const Recording& recording, const std::string& made_by,
                       const std::string& replay);

}  // namespace systematic
