// Compares the test cases of two suites by content, for golden tests and for suites made by others.
//
// Two cases are the same when they have the same elements with the same attributes and texts in the
// same order. What does not count: the order of the cases, their ids (CaseID or ID), the order of
// the alternatives in a OneOf, the order of attributes, white space around texts, comments, and
// everything outside the cases (name, configuration, provenance). Cases are counted: a case that is
// twice in one suite and once in the other is a difference.
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <vector>

#include "xml/element.h"

namespace suite {

/// The differences between the `TestCase` children of two `Test` elements, one text each, in the
/// order of the cases; empty when they have the same cases. A missing case that resembles an extra
/// one is reported with it, and with the first place where the two differ.
std::vector<std::string> CompareCases(const xml::Element& expected, const xml::Element& actual);

/// An element in one line, for messages: Vote{WorkerID='1' VoteValue='0'}.
std::string OneLine(const xml::Element& element);

}  // namespace suite
