// The `cpngen` program but for main(): a call in, text and an exit code out.
//
// With ExitCode::kBadInput no file has been written or changed.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cpngen {

struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool progress = false;  ///< `err` is a terminal that shows progress
};

/// `arguments`: without the program's name. Returns an ExitCode; throws nothing that a user can
/// cause.
int RunProgram(const std::vector<std::string>& arguments, const Streams& streams);

}  // namespace cpngen
