// What is wrong with a command line that has words which nothing takes, said the same way by all
// programs: "unknown option --wokers; did you mean --workers?".
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <string>
#include <vector>

namespace command_line {

/// "unknown command generat; did you mean generate?": for a word where one of the commands of `app`
/// is wanted. All commands are listed when none is near.
std::string UnknownCommand(const std::string& word, const CLI::App& app);

/// Names the first option among `words`, which `command` did not take, and the one of its options
/// that may have been meant. When none of the words is an option, the first of them is called
/// unexpected. `words` must not be empty.
std::string UnknownArgument(const std::vector<std::string>& words, const CLI::App& command);

/// What is wrong with a call that `app` refused with `error`, in one line. Words that nothing took
/// come before CLI11's message: that something is missing may only follow from them.
std::string WhatIsWrong(const CLI::ParseError& error, const CLI::App& app);

/// "cpngen: PROBLEM\nTry: cpngen COMMAND --help\n": how a program refuses a call, whose command, if
/// it got that far, `app` knows.
std::string Refusal(const std::string& problem, const CLI::App& app);

}  // namespace command_line
