// The parts of a suite (generate --shard), made one.
//
// Thread safety: blocks; one call at a time.
#pragma once

#include <vector>

#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"
#include "suite/suite.h"

namespace cpngen {

/// Writes the suite of the whole call, byte for byte, and says what it is on streams.err. The
/// suites are read with suite::CasesNeeded::kAny. Throws InputError when they do not belong
/// together or have no case, base::ParseError, and generator::LimitReached.
ExitCode MergeSuites(const std::vector<suite::Suite>& parts, const MergeOptions& options,
                     const Streams& streams);

}  // namespace cpngen
