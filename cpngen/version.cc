#include "cpngen/version.h"

#ifndef CPNGEN_VERSION
#error "CPNGEN_VERSION must be defined by the build"
#endif

namespace cpngen {

std::string ProgramAndVersion() { return "cpngen " CPNGEN_VERSION; }

}  // namespace cpngen
