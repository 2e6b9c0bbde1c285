// The names of types in headers.
//
// Thread safety: free functions without state.
#pragma once

#include "tests/architecture/source_tree.h"
#include "tests/architecture/violations.h"

namespace architecture {

/// Types that two headers define in one namespace. In a program with both, the linker takes the
/// inline functions and instances of templates of one for the other (C++20, [basic.def.odr]/13),
/// and no compiler says so.
Violations TypesOfOneName(const SourceTree& tree);

}  // namespace architecture
