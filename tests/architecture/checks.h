// The checks of the architecture test. Each returns what is wrong; nothing when all is well.
//
// Thread safety: free functions without state.
#pragma once

#include "tests/architecture/rules.h"
#include "tests/architecture/source_tree.h"
#include "tests/architecture/violations.h"

namespace architecture {

/// Folders with C++ sources that no line of the rules is about.
Violations FoldersWithoutRule(const SourceTree& tree, const Rules& rules);

/// Includes of folders that the including one may not know.
Violations IncludesAgainstTheArrows(const SourceTree& tree, const Rules& rules);

/// Includes of libraries by folders that do not own them.
Violations LibrariesOutsideTheirOwners(const SourceTree& tree, const Rules& rules);

/// Folders whose headers include each other's, in a circle. Sources may: a program's main file
/// knows its parts, and they its headers.
Violations CyclesBetweenFolders(const SourceTree& tree);

/// Modules of one folder (x.h with x.cc) that include each other in a circle.
Violations CyclesBetweenModules(const SourceTree& tree);

/// Words of a protocol in folders that serve any; comments count.
Violations ProtocolWords(const SourceTree& tree, const Rules& rules);

/// Production code that includes tests or helpers of tests.
Violations TestCodeInProduction(const SourceTree& tree);

Violations HeadersWithoutGuard(const SourceTree& tree);

/// Lines of comments beyond 100 columns: scripts/format leaves comments as they are.
Violations LongComments(const SourceTree& tree);

/// All of them, those of cmake_checks.h and type_names.h included.
Violations AllViolations(const SourceTree& tree, const Rules& rules);

}  // namespace architecture
