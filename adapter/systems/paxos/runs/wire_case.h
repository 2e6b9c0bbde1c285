// Wire cases: messages to the real server of one replica through its life, and replies to a
// replica's transport.
//
// A case runs twice, and its outcome must be the same: with an RPC for each message, and with
// peers' messages on one ordered stream. The server is the second of three; its peers are nowhere
// and its clock stands still, so that only the case's messages change it. Beside the case's oracles
// it is checked that
//  1. a server that serves says in its status what is saved;
//  2. gRPC's health service says whether clients are served;
//  3. the server's host is told of a decided value once.
// Thread-safe: a free function without state.
#pragma once

#include <chrono>

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/verdict.h"

namespace adapter {

/// `timeout`: how long an outcome is waited for.
Verdict RunCase(const cases::WireCase& test, std::chrono::milliseconds timeout);

}  // namespace adapter
