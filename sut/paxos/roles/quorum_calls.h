// The quorum calls of Paxos: Prepare, Accept and Commit to all replicas over a Transport, counted
// by the quorum functions.
//
// Invariants: those of quorum::QuorumCall; `done` runs once, on the transport's thread, or inside
// the call when the transport answers at once. Thread-safe (const). The transport must outlive it.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "quorum/calls.h"
#include "quorum/types.h"
#include "sut/paxos/paxos.quorum.h"
#include "sut/paxos/roles/transport.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

/// The replicas as the generated calls want them (PaxosNodes), over a Transport.
class TransportNodes {
 public:
  TransportNodes(std::vector<ReplicaId> ids, Transport& transport)
      : ids_(std::move(ids)), transport_(&transport) {}

  const std::vector<ReplicaId>& ids() const { return ids_; }
  void Prepare(ReplicaId to, const std::shared_ptr<const PrepareRequest>& request,
               const quorum::CallOptions& options, Transport::Done<PrepareReply> done) const {
    transport_->Prepare(to, *request, options.timeout, std::move(done));
  }
  void Accept(ReplicaId to, const std::shared_ptr<const AcceptRequest>& request,
              const quorum::CallOptions& options, Transport::Done<AcceptReply> done) const {
    transport_->Accept(to, *request, options.timeout, std::move(done));
  }
  void Commit(ReplicaId to, const std::shared_ptr<const CommitRequest>& request,
              const quorum::CallOptions& options, Transport::Done<CommitReply> done) const {
    transport_->Commit(to, *request, options.timeout, std::move(done));
  }

 private:
  std::vector<ReplicaId> ids_;
  Transport* transport_;
};

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
  const quorum::CallOptions options_;
  const BasicPaxosConfiguration<TransportNodes> replicas_;
};

}  // namespace paxos
