// Lines that a source leaves out of coverage, as gcovr has them: from a line with GCOVR_EXCL_START
// to one with GCOVR_EXCL_STOP, both included. For what a build for tests has besides the system
// under test, in its sources.
//
// Pure functions; safe from any thread.
// Source: gcovr(1), "Exclusion markers".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapter/coverage/coverage_table.h"

namespace adapter {

/// First and last line of each region, in order. Throws std::runtime_error, which begins with
/// `path` and a line number, where a marker has no partner.
std::vector<std::pair<int, int>> ExcludedRegions(std::string_view source, const std::string& path);

/// Takes them out of all files. `read` gives a source by its path as in `files`; nothing: it is not
/// there, and keeps all its lines.
void LeaveOutExcluded(FileCoverage& files,
                      const std::function<std::optional<std::string>(const std::string&)>& read);

}  // namespace adapter
