// The programs of the build as a shell calls them.
//
// Thread safety: RunScript() may be called from any thread; it blocks until the script ends.
#pragma once

#include <string>

namespace test {

struct Ended {
  int code = -1;       ///< 128 + the signal when one ended it
  std::string output;  ///< what the script prints, and standard error
};

/// Runs a script of bash in `folder`, with the programs in its PATH.
Ended RunScript(const std::string& script, const std::string& folder = "/");

}  // namespace test
