// Typed suites to XML in the published form (docs/suite_format.md).
//
// Invariants:
//  1. ParseSuite(WriteSuite(s)) == s;
//  2. what is written validates against docs/suite.xsd.
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "adapter/systems/paxos/cases/suite.h"
#include "xml/element.h"

namespace cases {

/// The `Generated` element, to be the first child of `Test` in any suite, typed or not.
xml::Element ToElement(const Provenance& provenance);

/// The `Test` element. Requires the invariants of suite.h.
xml::Element ToElement(const Suite& suite);

/// The suite as a document. Throws std::invalid_argument when the suite breaks an invariant of
/// suite.h, with the message of the reader that would refuse it.
std::string WriteSuite(const Suite& suite);

}  // namespace cases
