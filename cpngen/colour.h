// Colours of the texts that commands print to a terminal.
//
// Pure functions.
#pragma once

#include <string>

namespace cpngen {

/// Should a program colour what it prints? Only to a terminal, unless the user forbids it with the
/// environment variable NO_COLOR (https://no-color.org: set and not empty), and if TERM says that
/// the terminal can. Null: not set.
bool WantsColour(bool terminal, const char* no_color, const char* term);

/// A run or a report with escape sequences: what steps take is red, what they give green, what they
/// change yellow, what they only look at dim, remarks bold, and VIOLATED bold red.
std::string Coloured(const std::string& text);

}  // namespace cpngen
