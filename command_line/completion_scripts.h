// The completion scripts of shells. They know no command and no option: at each request they ask
// the program itself (PROGRAM --complete LINE), so that they fit whatever version is called.
//
// Thread safety: a free function without state.
#pragma once

#include <optional>
#include <string>

namespace command_line {

/// The script for "bash" or "zsh"; nothing for other shells.
std::optional<std::string> CompletionScript(const std::string& shell, const std::string& program);

}  // namespace command_line
