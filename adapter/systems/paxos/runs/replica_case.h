// Cases of kind replicatest: one whole replica, whose clock, messages and clients are the case's.
// What it sends to replicas, to itself too, is answered by the case alone.
//
// Thread-safe: free functions without state.
#pragma once

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/verdict.h"

namespace adapter {

/// Runs the case against the replica of production code, and compares every oracle value of it.
/// Beyond them: a call goes to all replicas, once and with the deadline of the configuration, a
/// round is saved before it begins, every peer is pinged once in each period, and the replica's
/// status and notices say what it does.
Verdict RunCase(const cases::ReplicaCase& test, const cases::Configuration& configuration);

}  // namespace adapter
