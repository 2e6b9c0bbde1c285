// Reads the command line of `cpngen` into values (options.h).
//
// Pure: opens no file and prints nothing; what is to be printed is in the result.
// Thread safety: a free function without state.
#pragma once

#include <string>
#include <vector>

#include "cpngen/options/options.h"

namespace cpngen {

/// Reads the arguments (without the program's name). A call that asks for help or the version, or
/// that is wrong, gives an Exit with the text to print.
Command ParseCommandLine(const std::vector<std::string>& arguments);

}  // namespace cpngen
