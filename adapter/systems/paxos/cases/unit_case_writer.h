// Writes the cases of the kinds of unit test that are extensions: quorum calls and the learner.
// Internal to suite/.
//
// Thread safety: free functions without state.
#pragma once

#include "adapter/systems/paxos/cases/suite.h"
#include "xml/element.h"

namespace cases {

/// Adds the content of the case to its element.
void WriteQuorumCall(const QuorumCallCase& content, xml::Element& test_case);
void WriteLearner(const LearnerCase& content, xml::Element& test_case);

}  // namespace cases
