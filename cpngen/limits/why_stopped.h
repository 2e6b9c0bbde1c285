// How the program says why it stopped before it was done.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "base/budget.h"
#include "cpngen/options/options.h"

namespace cpngen {

/// What stopped a computation: "the limit of 2 s (--max-seconds)", "Ctrl-C".
std::string WhyStopped(base::StopReason reason, const ResourceLimits& limits,
                       const base::Budget& budget);

/// One sentence for standard error about a command that ends without a result: "cpngen: stopped
/// while loading m.lua, because of the limit of 2 s (--max-seconds)", and a line end.
std::string StopMessage(base::StopReason reason, const ResourceLimits& limits,
                        const base::Budget& budget);

}  // namespace cpngen
