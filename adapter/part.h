// What the report of a part of a run (--shard) says of the run that it is a part of, so that
// `cpngen merge` tells parts that belong together from others.
//
// Plain values; free functions without state.
// Source: docs/results.md, "Parts".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/options.h"
#include "adapter/selection.h"
#include "command_line/shard.h"

namespace adapter {

struct Part {
  std::string shard;  ///< "2/3"
  /// What decides the whole run, the same in all its parts: names, such as options, and values.
  /// "runs" are those of all parts.
  std::vector<std::pair<std::string, std::string>> call;
};

/// Nothing without --shard.
std::optional<Part> PartOf(const RunOptions& options, const Plan& plan);

/// The runs that the call does, by their numbers in the order of the plan: all cases, and all again
/// for each repetition.
command_line::Block RunsOf(const RunOptions& options, const Plan& plan);

}  // namespace adapter
