// Reads what gcov counted, and writes it for gcovr.
//
// Which branches of gcov are the program's:
//  1. Not those of a call that may throw: gcov counts the edge to what comes next ("fallthrough")
//     and the edge to the handler ("throw"), where the program decides nothing. (gcovr
//     --exclude-throw-branches leaves the first one in, and both where the call never ran.)
//  2. A branch of a template, or of a function that several objects have, is one branch: it was
//     taken if it was in any instance, as a line was executed if it was in any. Instances are
//     those functions of gcov that begin at the same place of a source. Where they have different
//     branches in a line (if constexpr), each kind is counted.
// Pure functions; safe from any thread.
// Source: gcov(1), option --json-format (format 1).
#pragma once

#include <string>

#include "adapter/coverage/coverage_table.h"

namespace adapter {

/// Reads the output of gcov --json-format --stdout: an object per line, for each file of counters.
/// Keeps sources below `root` (an absolute path), by their paths relative to it. Throws
/// std::runtime_error when it is something else, a warning of gcov's among it.
FileCoverage ParseGcov(const std::string& output, const std::string& root);

/// As a trace that gcovr reads (gcovr's JSON, format 0.3).
std::string GcovrTrace(const FileCoverage& files);

}  // namespace adapter
