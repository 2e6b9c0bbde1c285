// What a message from the wire must be before a role sees it: its oneof is set, and its rounds are
// from 0 to kMaxRound, so that the arithmetic of rounds cannot overflow.
//
// Pure functions, thread-safe.
#pragma once

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/types.h"

namespace paxos {

constexpr Round kMaxRound = Round{1} << 62;

/// What is wrong with the message, for people; nullptr when nothing is.
const char* Flaw(const PrepareRequest& request);
const char* Flaw(const AcceptRequest& request);
const char* Flaw(const CommitRequest& request);
const char* Flaw(const PrepareReply& reply);
const char* Flaw(const AcceptReply& reply);
inline const char* Flaw(const CommitReply&) { return nullptr; }
inline const char* Flaw(const PingRequest&) { return nullptr; }
inline const char* Flaw(const PingReply&) { return nullptr; }
inline const char* Flaw(const ClientRequest&) { return nullptr; }

}  // namespace paxos
