// The version that the build was configured with.
#pragma once

#include <string>

namespace cpngen {

/// "cpngen 0.1.0": what --version prints, and what generated files name as their generator.
std::string ProgramAndVersion();

}  // namespace cpngen
