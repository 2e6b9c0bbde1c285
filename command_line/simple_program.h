// The calls of programs that CLI11 parses in main(): what does not get to work is said and done
// here, in the same way as by the other programs.
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

namespace command_line {

/// Parses the words (without the program's name) of a call. When it ends there, returns the exit
/// code: 0 after help, the version, or what about_itself.h lists, on standard output; 2 after an
/// error, on standard error.
std::optional<int> ParseOrAnswer(CLI::App& app, const std::vector<std::string>& words);

}  // namespace command_line
