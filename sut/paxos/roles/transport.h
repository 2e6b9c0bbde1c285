// How one replica calls another one (or itself): a request, a reply, a deadline. gRPC is behind
// GrpcTransport (grpc_transport.h); tests and simulations bring their own.
//
// Invariants: `done` is called from any thread, maybe inside the function. A reply may come late; a
// transport that loses messages may never call `done`, one that doubles them may call it twice.
// Implementations are thread-safe.
#pragma once

#include <functional>

#include "quorum/types.h"
#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

class Transport {
 public:
  template <class Reply>
  using Done = std::function<void(quorum::NodeResult<Reply>)>;
  virtual ~Transport() = default;

  virtual void Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
                       Done<PrepareReply> done) = 0;
  virtual void Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
                      Done<AcceptReply> done) = 0;
  virtual void Commit(ReplicaId to, const CommitRequest& request, Duration timeout,
                      Done<CommitReply> done) = 0;
  virtual void Ping(ReplicaId to, const PingRequest& request, Duration timeout,
                    Done<PingReply> done) = 0;
};

}  // namespace paxos
