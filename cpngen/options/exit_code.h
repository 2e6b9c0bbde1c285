// How a call of a program ended.
#pragma once

namespace cpngen {

enum class ExitCode : int {
  kDone = 0,
  kViolated = 1,      ///< a property is violated
  kBadInput = 2,      ///< the call or the input is wrong, or there is no test case
  kLimitReached = 3,  ///< a limit, or Ctrl-C, ended an exploration
};

}  // namespace cpngen
