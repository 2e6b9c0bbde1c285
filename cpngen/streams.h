// What a command has from the program: where it prints, and what it may use. For main() and for
// tests alike.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "base/budget.h"

namespace cpngen {

struct Streams {
  std::ostream& out;      ///< results
  std::ostream& err;      ///< messages, progress and errors
  bool progress = false;  ///< `err` is a terminal that shows progress
  bool colour = false;    ///< `out` is a terminal that shows colours
  /// Of the program. Commands always have one; RunProgram() makes one when there is none.
  base::Budget* budget = nullptr;
  /// Says the text on standard error and ends the process, for a command that does not stop; must
  /// do so from any thread. Empty: such a command goes on.
  std::function<void(const std::string& message)> end_process = {};
};

}  // namespace cpngen
