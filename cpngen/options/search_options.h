// The options of `cpngen search`.
#pragma once

#include <CLI/App.hpp>

#include "cpngen/options/options.h"

namespace cpngen {

/// Adds all but MODEL and what is said about it.
void AddSearchOptions(CLI::App& command, SearchOptions& options);

}  // namespace cpngen
