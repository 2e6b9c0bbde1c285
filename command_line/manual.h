// Manual pages in the man(7) macros, made of a program's description.
//
// Same description, same bytes: the page's date is the release's (CPNGEN_DATE), not today's.
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "command_line/description.h"

namespace command_line {

/// The page of the program itself: its commands, its own options, its examples.
std::string ManualPage(const CommandDescription& program);

/// The page of one of its commands, called PROGRAM-COMMAND. Exit codes that the command does not
/// list are the program's.
std::string ManualPage(const CommandDescription& program, const CommandDescription& command);

}  // namespace command_line
