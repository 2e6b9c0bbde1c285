// Lines that a person types at a terminal: editing, history, completion by GNU readline; Ctrl-C
// gives the line up, or stops a command that takes long, and never ends the program.
//
// Invariant: signals do again what they did before, and the terminal is as it was, when it is gone.
// Thread safety: none; one at a time in a program, as readline has it.
#pragma once

#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cpngen {

class LineInput {
 public:
  using Complete = std::function<std::vector<std::string>(const std::string& line)>;

  explicit LineInput(Complete complete);
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  /// Nothing at the end of the input (Ctrl-D); an empty line behind Ctrl-C, with `given_up`.
  std::optional<std::string> Read(const std::string& prompt, bool& given_up);
  /// Whether Ctrl-C came since the last line was read.
  static bool Interrupted();

 private:
  struct sigaction before_ = {};
};

}  // namespace cpngen
