// The options of `cpngen search`.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cpngen/options/options.h"

namespace cpngen {

/// Adds all but MODEL and what is said about it.
void AddSearchOptions(CLI::App& command, SearchOptions& options);

/// Part `index`, from 0, of `count` parts.
struct ShardOf {
  std::uint32_t index = 0;
  std::uint32_t count = 1;
};
/// "2/4" is the second of four; nothing for what is no such text.
std::optional<ShardOf> ReadShard(std::string_view text);

}  // namespace cpngen
