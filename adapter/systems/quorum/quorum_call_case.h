// Quorum call cases: the core of the quorum library with a scripted transport instead of a network
// (network_call_case.h runs them over one).
//
// How a case is run (docs/paxos_suites.md, kind quorumcalltest):
//  1. in every way that the case allows: with the same argument for all servers or with one for
//     each; results one after the other, while the requests are still being sent, or in two threads
//     at the same time. All ways must have the case's outcome;
//  2. nobody but the outstanding requests holds on to a call, so that a sanitizer sees call state
//     that is freed too early; results of an earlier call arrive at their own call;
//  3. a server answers with what it was asked, so that a reply that reaches another call, or is
//     counted for another server, is seen.
// Thread-safe: free functions without state.
#pragma once

#include "adapter/systems/quorum/call_case.h"
#include "adapter/verdict.h"

namespace adapter {

/// Runs the case against the implementation, and compares every oracle value of it.
Verdict RunCase(const cases::QuorumCallCase& test, const cases::Configuration& configuration);

}  // namespace adapter
