// The arguments of `adapter explore`.
//
// Thread safety: free functions without state.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "adapter/options.h"

namespace adapter {

/// What the command line says, some of it still as text.
struct ExploreArguments {
  ExploreOptions options;
  std::vector<std::string> definitions;        ///< -D
  std::vector<std::string> model_definitions;  ///< -P
  std::optional<double> seconds;
  double shrink_seconds = 60;
  std::string towards;
};

void AddExploreOptions(CLI::App& explore, ExploreArguments& arguments);

/// The options, once the command line was read; without -D. Returns what is wrong in one line, or
/// nothing.
std::optional<std::string> FinishExploreOptions(ExploreArguments& arguments);

}  // namespace adapter
