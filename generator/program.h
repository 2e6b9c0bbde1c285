// The `cpngen` program but for main(): a call in, text and an exit code out.
//
// Exit codes: 0 done; 2 the call or the input is wrong, or there is no test case; 3 a limit was
// reached. With 2 and 3 no file has been written or changed.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace generator {

struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool progress = false;  ///< `err` is a terminal that shows progress
};

/// `arguments`: without the program's name. Returns the exit code; throws nothing that a user can
/// cause.
int RunProgram(const std::vector<std::string>& arguments, const Streams& streams);

}  // namespace generator
