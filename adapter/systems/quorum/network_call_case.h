// Quorum call cases over a network: the very same cases as in quorum_call_case.h, with real servers
// and the public calls of the quorum library.
//
// How a case is run:
//  1. in one way, which the seed draws: over unary calls or ordered streams, the first node by
//     function calls or not, unprotected, with TLS or mutual TLS; with a callback, as a future, as
//     a correctable; the configuration composed of others; after messages that nobody answers; each
//     failure by a cause of its own;
//  2. servers answer when the script says so, and the script goes on when the result has been
//     delivered (call_board.h): nothing sleeps, and no order is left to chance;
//  3. beside the case's oracles it is checked what the library says of each node: its error, its
//     health, the levels of a correctable.
// Thread-safe: free functions without state.
#pragma once

#include <cstdint>

#include "adapter/systems/quorum/call_case.h"
#include "adapter/systems/quorum/call_network.h"
#include "adapter/verdict.h"

namespace adapter {

/// Runs the case over a network of `networks`, and compares every oracle value of it.
Verdict RunOverNetwork(const cases::QuorumCallCase& test, const cases::Configuration& configuration,
                       CallNetworks& networks, std::uint64_t seed);

}  // namespace adapter
