// The checks of the CMake files.
//
// Thread safety: free functions without state.
#pragma once

#include "tests/architecture/source_tree.h"
#include "tests/architecture/violations.h"

namespace architecture {

/// CMake files that build something only if it happens to be there: what is missing must fail.
Violations HiddenBehindExists(const SourceTree& tree);

/// Lines that are longer than those of the C++ sources may be: nobody formats CMake files.
Violations LongCMakeLines(const SourceTree& tree);

/// Libraries of others that a CMakeLists.txt links (`fmt::fmt` in a list of DEPS) without a
/// find_package() of its own. A folder says itself what its sources need.
Violations LibrariesNotFoundWhereLinked(const SourceTree& tree);

}  // namespace architecture
