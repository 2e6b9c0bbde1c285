// The options of `cpngen report`.
#pragma once

#include <CLI/App.hpp>

#include "cpngen/options/options.h"

namespace cpngen {

/// Adds all but MODEL and what is said about it.
void AddReportOptions(CLI::App& command, ReportOptions& options);

}  // namespace cpngen
