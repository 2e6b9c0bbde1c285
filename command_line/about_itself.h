// What every program says about itself besides --help: `help COMMAND`, and for packages and shells
// its manual pages (--manual [COMMAND], --manual-pages lists them), its completion scripts
// (--completion bash|zsh), and what can stand at the cursor (--complete LINE). The options are for
// scripts and not listed in --help.
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "command_line/completion.h"

namespace command_line {

/// A text that ends the call.
struct Answer {
  bool refused = false;  ///< what is wrong with the call
  std::string text;
};

/// Declares the command `help`, so that --help lists it. AboutItself() answers it.
void AddHelpCommand(CLI::App& app);

/// The answer to a call (its words without the program's name) that asks `app` about itself; a
/// Completion when it asks for names, which the program must find (WithNames()). Nothing when it is
/// any other call.
std::optional<std::variant<Answer, Completion>> AboutItself(const std::vector<std::string>& words,
                                                            const CLI::App& app,
                                                            const ValueSources& sources = {});

}  // namespace command_line
