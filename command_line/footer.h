// The text below the options of --help, in parts: what a manual page has sections of its own for.
//
// The footers of all programs have one form: paragraphs with empty lines between them; one that
// begins with "Examples:" and goes on with indented lines; one that begins with "Exit codes:" and
// lists "0 done; 1 a test fails; ...".
// Thread safety: a free function without state.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace command_line {

struct Footer {
  std::vector<std::string> paragraphs;                          ///< each in one line
  std::string about_examples;                                   ///< what stands behind "Examples:"
  std::vector<std::string> examples;                            ///< line by line, not indented
  std::vector<std::pair<std::string, std::string>> exit_codes;  ///< code and meaning
};

/// Takes a footer apart; a text that has neither examples nor exit codes is paragraphs only.
Footer ReadFooter(const std::string& text);

}  // namespace command_line
