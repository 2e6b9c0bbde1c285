// Connection cases: who connects to the real server of one replica, and whom it connects to.
//
// The server starts through the code that starts paxos_server, from the words of a call. Visitors
// come one after the other, each with a Prepare of a higher round than the one before. Beside the
// case's oracles it is checked after each visitor that
//  1. the server goes on to answer others, on the connection that they have;
//  2. its acceptor has promised the round of the last visitor that was answered, and no other.
// Thread-safe: a free function without state.
#pragma once

#include <chrono>

#include "adapter/systems/paxos/cases/connection_case.h"
#include "adapter/verdict.h"

namespace adapter {

/// `timeout`: how long an outcome is waited for.
Verdict RunCase(const cases::ConnectionCase& test, std::chrono::milliseconds timeout);

}  // namespace adapter
