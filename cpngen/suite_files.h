// The files of a suite, as `generate` and `merge` write them: one, or one a test case (--split).
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "cpngen/output_files.h"
#include "xml/element.h"

namespace cpngen {

/// `test` is the suite's `Test` element; each file of one case has all else of it.
std::vector<OutputFile> SuiteFiles(const xml::Element& test, const std::string& output, bool split);

/// Warns of the file that a larger suite of one file a test case has left behind: it looks like a
/// case of this suite, which has `cases`.
void WarnOfLeftover(const std::string& output, std::size_t cases, std::ostream& err);

}  // namespace cpngen
