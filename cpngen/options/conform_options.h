// The options of `cpngen conform`.
#pragma once

#include <CLI/App.hpp>

#include "cpngen/options/options.h"

namespace cpngen {

/// Adds all but MODEL and what is said about it.
void AddConformOptions(CLI::App& command, ConformOptions& options);

}  // namespace cpngen
