// The words of a command line as a shell splits it: blanks, quotes and backslashes; nothing is
// expanded but a leading "~/".
//
// Thread safety: a free function without state.
#pragma once

#include <string>
#include <vector>

namespace command_line {

struct ShellWords {
  std::vector<std::string> words;  ///< never empty; the last one is "" behind a blank
  char open_quote = 0;             ///< the quote that the last word is in: ' or ", or 0
};

/// Splits `line`, which may end within a word or a quote.
ShellWords SplitLine(const std::string& line);

}  // namespace command_line
