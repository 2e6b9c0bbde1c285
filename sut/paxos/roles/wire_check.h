// What a message from the wire must be before a role sees it:
//  1. its oneof is set;
//  2. its rounds are from 0 to kMaxRound, so that the arithmetic of rounds cannot overflow;
//  3. its values are not longer than kMaxValueBytes;
//  4. its sender is one of the replicas.
//
// Pure functions, thread-safe.
#pragma once

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

constexpr Round kMaxRound = Round{1} << 62;
constexpr std::size_t kMaxValueBytes = std::size_t{1} << 20;
/// Above any message with the longest value; longer ones are refused unread.
constexpr int kMaxMessageBytes = (1 << 20) + 4096;

/// What is wrong with a request to a system of `replicas`, for people; nullptr when nothing is.
const char* Flaw(const PrepareRequest& request, int replicas);
const char* Flaw(const AcceptRequest& request, int replicas);
const char* Flaw(const CommitRequest& request, int replicas);
const char* Flaw(const PingRequest& request, int replicas);
const char* Flaw(const ClientRequest& request, int replicas);
inline const char* Flaw(const WaitRequest&, int) { return nullptr; }
inline const char* Flaw(const StatusRequest&, int) { return nullptr; }

/// What is wrong with a reply.
const char* Flaw(const PrepareReply& reply);
const char* Flaw(const AcceptReply& reply);
inline const char* Flaw(const CommitReply&) { return nullptr; }
const char* Flaw(const PingReply& reply);

}  // namespace paxos
