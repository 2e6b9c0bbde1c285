// The options of `cpngen check`.
#pragma once

#include <CLI/App.hpp>

#include "cpngen/options/options.h"

namespace cpngen {

/// All but those that say which model.
void AddCheckOptions(CLI::App& command, CheckOptions& options);

}  // namespace cpngen
