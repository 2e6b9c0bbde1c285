// The quorum functions of Paxos: pure functions of (request, replies by node id) to (combined
// reply, is it a quorum?).
//
// Invariants: only replies to this very request count (a promise or learn of another round does
// not); refusals never count; without a quorum the combined reply is the refusal with the highest
// promised round, if there is one; a call that can have no quorum any more ends at once
// (Combined::missing).
// Pure, so thread-safe. Source: Lamport, "Paxos Made Simple" (2001), phases 1b and 2b.
#pragma once

#include <string>

#include "quorum/types.h"
#include "sut/paxos/paxos.pb.h"

namespace paxos {

/// Phase one: a quorum is `quorum_size` promises of the request's round. The combined promise has
/// that round and the vote with the highest rnd among the promises, or no vote if none has one.
quorum::Combined<PrepareReply> PrepareQF(int quorum_size, const PrepareRequest& request,
                                         const quorum::Replies<PrepareReply>& replies);

/// Phase two: a quorum is `quorum_size` learns of the request's round and value.
quorum::Combined<AcceptReply> AcceptQF(int quorum_size, const AcceptRequest& request,
                                       const quorum::Replies<AcceptReply>& replies);

/// Phase three: a quorum is `quorum_size` replies.
quorum::Combined<CommitReply> CommitQF(int quorum_size, const CommitRequest& request,
                                       const quorum::Replies<CommitReply>& replies);

/// What a client knows of its replies so far.
struct ClientResult {
  std::string value;  ///< of the reply with the lowest node id
  bool agree = true;  ///< all replies have the same value; false: Paxos is broken
};

/// A client's call: a quorum is `quorum_size` replies, and all replies agree.
quorum::Combined<ClientResult> ClientHandleQF(int quorum_size, const ClientRequest& request,
                                              const quorum::Replies<ClientReply>& replies);

}  // namespace paxos
