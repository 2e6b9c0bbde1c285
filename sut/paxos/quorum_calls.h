// The quorum calls of Paxos: Prepare, Accept and Commit to all replicas over a Transport, counted
// by the quorum functions.
//
// Invariants: those of quorum::QuorumCall; `done` runs once, on the transport's thread, or inside
// the call when the transport answers at once. Thread-safe (const). The transport must outlive it.
#pragma once

#include <functional>
#include <vector>

#include "quorum/types.h"
#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/transport.h"
#include "sut/paxos/types.h"

namespace paxos {

class QuorumCalls {
 public:
  template <class Reply>
  using Done = std::function<void(const quorum::Outcome<Reply>&)>;

  /// Calls replicas 0..n-1 of `config`, itself included.
  QuorumCalls(const ReplicaConfig& config, Transport& transport);

  void Prepare(const PrepareRequest& request, Done<PrepareReply> done) const;
  void Accept(const AcceptRequest& request, Done<AcceptReply> done) const;
  void Commit(const CommitRequest& request, Done<CommitReply> done) const;

 private:
  const QuorumSizes sizes_;
  const Duration timeout_;
  Transport& transport_;
  std::vector<NodeId> nodes_;
};

}  // namespace paxos
