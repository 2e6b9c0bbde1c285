// The options of `cpngen explore`.
#pragma once

#include <CLI/App.hpp>

#include "cpngen/options/options.h"

namespace cpngen {

/// Adds all but MODEL and what is said about it.
void AddExploreOptions(CLI::App& command, ExploreOptions& options);

}  // namespace cpngen
