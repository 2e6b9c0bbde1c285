// What a replica must answer to a peer's message, by what it has saved, and what it has saved then.
//
// A second, plain statement of what acceptors and learners do, against which the answers of the
// replica under test are compared field by field. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/types.h"

namespace adapter {

/// An answer, and the state after it.
template <class Reply>
struct RightAnswer {
  Reply reply;
  paxos::StoredState state;
};

RightAnswer<paxos::PrepareReply> AnswerTo(const paxos::PrepareRequest& request,
                                          paxos::StoredState state);
RightAnswer<paxos::AcceptReply> AnswerTo(const paxos::AcceptRequest& request,
                                         paxos::StoredState state);
RightAnswer<paxos::CommitReply> AnswerTo(const paxos::CommitRequest& request,
                                         paxos::StoredState state);
/// By replica `id`.
paxos::PingReply AnswerTo(const paxos::PingRequest& request, const paxos::StoredState& state,
                          paxos::ReplicaId id);
/// By replica `id` of `replicas`, which suspects nobody and has begun no round.
paxos::StatusReply StatusOf(const paxos::StoredState& state, paxos::ReplicaId id, int replicas);

/// Both in one line for people, with values cut short.
std::string MessageText(const google::protobuf::Message& message);
std::string StateText(const paxos::StoredState& state);

}  // namespace adapter
