// Reads suites of any system: the envelope is checked here, what is in the cases by the kinds of
// the system that they are for.
//
// What is accepted is docs/suite_format.md; everything else is one base::ParseError that points at
// the place. Thread safety: free functions without state.
#pragma once

#include <string>

#include "base/parse_error.h"
#include "suite/suite.h"

namespace suite {

/// The suite in the file at `path`. Throws base::ParseError, also when the file cannot be read,
/// and when it is a part of a suite (suite/shard.h).
Suite ReadSuite(const std::string& path);

/// The suite that `text` says; `filename` is for messages and Suite::file(). Throws
/// base::ParseError, also for a part of a suite unless `needed` says that it may be one.
Suite ParseSuite(std::string text, const std::string& filename,
                 CasesNeeded needed = CasesNeeded::kOne);

}  // namespace suite
