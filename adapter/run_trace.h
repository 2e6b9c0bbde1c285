// The trace of a case's run made whole: what the system under test left out of its verdict's trace
// is taken from the suite and from the verdict.
//
// A pure function; safe from any thread.
#pragma once

#include <string>

#include "adapter/selection.h"
#include "adapter/verdict.h"

namespace adapter {

/// The run as a trace without flaws: its header, with the seed that repeats it, and its verdict. If
/// the system gives no steps, they are what the suite feeds in. If it gives no expectations, they
/// are those of the suite when the case passed, and otherwise the mismatches.
trace::Trace WholeTrace(const SelectedCase& selected, std::uint64_t seed, const Verdict& verdict);

/// "adapter 0.1.0", as traces and suites say who made them.
std::string ProgramAndVersion();

}  // namespace adapter
