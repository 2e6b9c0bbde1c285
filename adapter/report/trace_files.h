// The files of `adapter run --trace DIR`: a trace file, a chart and logs of each case that failed.
//
// Invariant: the names are a function of the results, distinct also where letter case does not
// count, and made of letters, digits, dots, dashes and underscores. Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "adapter/options.h"
#include "adapter/verdict.h"

namespace adapter {

/// To be called before anything runs: makes the folder. Throws InputError when it cannot be.
void RequireTraceFolder(const std::string& folder);

/// "SUITE-ID", or "SUITE-ID-SEED" with repetitions, for each of the results; with a number behind
/// it where two would be the same.
std::vector<std::string> TraceNames(const std::vector<CaseResult>& results,
                                    const RunOptions& options);

/// Writes NAME.trace.json and NAME.svg for each case that did not pass, and what its processes
/// wrote as NAME.logs/PROCESS.log; with options.verbose, for each case. What an earlier run wrote
/// under the name of a case for which nothing is written now is removed.
/// Throws base::FileError.
void WriteTraceFiles(const std::vector<CaseResult>& results, const RunOptions& options);

}  // namespace adapter
