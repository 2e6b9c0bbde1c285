// What several commands of the adapter read from the command line in the same way.
//
// Thread safety: free functions without state.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "adapter/options.h"

namespace adapter {

/// Adds --system and -D, whose values become `definitions`. Returns --system.
CLI::Option* AddSystem(CLI::App& command, SystemOptions& system,
                       std::vector<std::string>& definitions);

/// For CLI11: empty when the text is a time span (--timeout), otherwise what is wrong.
std::string CheckDuration(std::string& text);

/// For CLI11: empty when the text is a seed. Without it CLI11 takes -1 for 2^64 - 1.
std::string CheckSeed(std::string& text);

}  // namespace adapter
