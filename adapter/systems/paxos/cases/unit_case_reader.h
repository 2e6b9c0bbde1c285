// Reads the cases of the kinds of unit test that are extensions: quorum calls and the learner.
// Internal to suite/.
//
// Beside the form of the elements is checked what cannot happen: a result of a server that got no
// request, a late result without an earlier call, an end after more events than there are.
// Thread safety: free functions without state.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cases/suite.h"
#include "xml/checked.h"

namespace cases {

/// What TestValues and TestOracles of a quorumcalltest case may hold.
xml::Names QuorumCallValues();
xml::Names QuorumCallOracles();

/// `whose` completes messages: " of a quorumcalltest case"; `server` reads a leaf that names one of
/// the suite's servers. Throws ParseError.
QuorumCallCase ReadQuorumCall(const xml::Checked& values, const xml::Checked& oracles,
                              const std::string& whose,
                              const std::function<ServerId(const xml::Checked& leaf)>& server);

LearnerStep ReadLearnerStep(const xml::Checked& step, const std::string& whose);

/// The leaves of that name; fails when two say the same number.
std::vector<xml::Checked> DistinctLeaves(const xml::Checked& list, const xml::Name& name);

}  // namespace cases
