// JUnit XML of the parts of a run (adapter run --shard --junit), made one.
//
// The text of cases is copied, not read and written anew, so that it is what the run would have
// written, of any length. Therefore a file must be as the adapter writes it, line by line.
// Thread safety: blocks; one call at a time.
#pragma once

#include <vector>

#include "cpngen/commands/merge/report_parts.h"

namespace cpngen {

/// As MergeReports.
ExitCode MergeJUnit(const std::vector<PartFile>& parts, const MergeOptions& options,
                    const Streams& streams);

}  // namespace cpngen
