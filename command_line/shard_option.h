// --shard I/N, declared once for all programs and commands that have it.
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "command_line/shard.h"

namespace command_line {

/// Adds --shard I/N; `about` says what is shared out. Without it `shard` stays as it is.
CLI::Option* AddShard(CLI::App& command, std::optional<Shard>& shard, const std::string& about);

}  // namespace command_line
