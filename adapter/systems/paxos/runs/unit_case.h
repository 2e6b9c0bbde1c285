// Unit test cases: quorum functions, the acceptor, the failure detector and the learner, each
// called directly.
//
// How the numbers of a suite become messages (docs/paxos_suites.md):
//  1. reply i comes from node i; the request has the round of the replies, the highest one when
//     they differ, and (accept) the value of the first reply of that round;
//  2. a reply with round 0 is a refusal, unless the request's round is 0, too;
//  3. vrnd 0 with an empty vval is "no vote yet";
//  4. rounds pass through as numbers; server ids are names of nodes 0, 1, ...
// Thread-safe: free functions without state.
#pragma once

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/verdict.h"

namespace adapter {

/// Each runs its case against the implementation, and compares every oracle value of it.
Verdict RunCase(const cases::PrepareQfCase& test, const cases::Configuration& configuration);
Verdict RunCase(const cases::AcceptQfCase& test, const cases::Configuration& configuration);
Verdict RunCase(const cases::CommitQfCase& test, const cases::Configuration& configuration);
Verdict RunCase(const cases::AcceptorCase& test);
Verdict RunCase(const cases::FailureDetectorCase& test);
Verdict RunCase(const cases::LearnerCase& test);

}  // namespace adapter
