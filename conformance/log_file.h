// Logs of real systems: a record of JSON a line.
//
// Thread safety: as the mapping.
#pragma once

#include <string>
#include <vector>

#include "conformance/log_mapping.h"

namespace conformance {

/// Beyond these a line is refused.
inline constexpr int kMaxLogDepth = 32;

/// The events of the file's records, in the order of its lines. Empty lines are left out. Throws
/// base::ParseError for what cannot be read or is no JSON object, and what the mapping throws.
std::vector<LoggedEvent> ReadLog(const std::string& path, LogMapping& mapping);

}  // namespace conformance
