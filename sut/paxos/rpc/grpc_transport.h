// The Transport over gRPC: one channel per replica; ordered, all messages to a replica travel on
// one stream (quorum/stream_link.h); calls to an endpoint with handlers in this process are
// function calls.
//
// Invariants: those of Transport; a reply that makes no sense (wire_check.h) is that node's error;
// after Shutdown() no call is in flight and none is started.
// Thread-safe; Shutdown() blocks, never call it on a gRPC thread.
#pragma once

#include <memory>
#include <vector>

#include "quorum/manager.h"
#include "sut/paxos/roles/transport.h"

namespace paxos {

class GrpcTransport : public Transport {
 public:
  /// Throws quorum::ConfigurationError (quorum/manager.h).
  explicit GrpcTransport(const std::vector<quorum::Endpoint>& replicas,
                         const quorum::ManagerOptions& options = {});
  ~GrpcTransport() override;

  void Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
               Done<PrepareReply> done) override;
  void Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
              Done<AcceptReply> done) override;
  void Commit(ReplicaId to, const CommitRequest& request, Duration timeout,
              Done<CommitReply> done) override;
  void Ping(ReplicaId to, const PingRequest& request, Duration timeout,
            Done<PingReply> done) override;

  /// Ends all calls in flight and waits until their results are delivered.
  void Shutdown();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace paxos
