// The command line of `adapter` read into options.
//
// Pure: reads no file and prints nothing; what is to be printed is in the result.
#pragma once

#include <string>
#include <vector>

#include "adapter/options.h"

namespace adapter {

/// Reads the arguments (without the program's name).
Command ParseCommandLine(const std::vector<std::string>& arguments);

}  // namespace adapter
