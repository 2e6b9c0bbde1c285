// Reads the published kinds of Paxos suites into typed values. docs/suite_format.md specifies what
// is accepted; everything else is one ParseError.
//
// Invariants:
//  1. the returned Suite keeps the invariants of suite.h;
//  2. nothing in the file is ignored: an element or attribute that the specification does not name
//     is an error, since a test that leaves out what it was asked to do passes for no reason;
//  3. only the form of an oracle is checked, never whether it is right: that is what the test
//  finds.
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>

#include "adapter/systems/paxos/cases/suite.h"
#include "base/parse_error.h"

namespace cases {

/// The suite in the file at `path`. Throws ParseError, also when the file cannot be read.
Suite ReadSuite(const std::string& path);

/// The suite that `text` says; `filename` is for messages and Suite::file. Throws ParseError.
Suite ParseSuite(std::string_view text, const std::string& filename);

}  // namespace cases
