// The options of `cpngen debug`.
//
// Thread safety: free functions without state.
#pragma once

#include <CLI/App.hpp>

#include "cpngen/options/options.h"

namespace cpngen {

/// Adds the command's own options, and its footer, to it.
void AddDebugOptions(CLI::App& command, DebugOptions& options);

}  // namespace cpngen
