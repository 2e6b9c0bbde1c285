// Wire cases of replies: what a replica makes of the answer of a peer.
#pragma once

#include <chrono>

#include "adapter/systems/paxos/cases/wire_case.h"
#include "adapter/systems/paxos/oracles/expected.h"

namespace adapter {

/// Has a peer give each reply of the case, which has nothing else, to a replica's transport of its
/// own. An outcome that does not come within `timeout` is "none". Thread-safe.
oracles::WireCaseOutcome RunReplies(const cases::WireCase& test, std::chrono::milliseconds timeout);

}  // namespace adapter
