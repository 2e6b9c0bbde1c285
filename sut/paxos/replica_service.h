// The gRPC service of a replica: hands each call to the Replica, and finishes its reactor when the
// replica answers. Nothing here blocks.
//
// Invariants: every reactor is finished once: with the reply; with UNAVAILABLE when the replica
// does not answer (failed, stopped, not connected yet); with INVALID_ARGUMENT for a message that
// makes no sense (wire_check.h); a parked client that goes away is finished at once. Thread-safe.
#pragma once

#include <memory>
#include <mutex>

#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/replica.h"

namespace paxos {

class ReplicaService : public Paxos::CallbackService {
 public:
  /// Of a system of `replicas`.
  explicit ReplicaService(int replicas) : replicas_(replicas) {}

  /// Calls go to `replica` from now on; null: to none.
  void Serve(std::shared_ptr<Replica> replica);

  grpc::ServerUnaryReactor* Prepare(grpc::CallbackServerContext* context,
                                    const PrepareRequest* request, PrepareReply* reply) override;
  grpc::ServerUnaryReactor* Accept(grpc::CallbackServerContext* context,
                                   const AcceptRequest* request, AcceptReply* reply) override;
  grpc::ServerUnaryReactor* Commit(grpc::CallbackServerContext* context,
                                   const CommitRequest* request, CommitReply* reply) override;
  grpc::ServerUnaryReactor* ClientHandle(grpc::CallbackServerContext* context,
                                         const ClientRequest* request, ClientReply* reply) override;
  grpc::ServerUnaryReactor* Ping(grpc::CallbackServerContext* context, const PingRequest* request,
                                 PingReply* reply) override;
  grpc::ServerUnaryReactor* Wait(grpc::CallbackServerContext* context, const WaitRequest* request,
                                 ClientReply* reply) override;
  grpc::ServerUnaryReactor* Status(grpc::CallbackServerContext* context,
                                   const StatusRequest* request, StatusReply* reply) override;

 private:
  template <class Request, class Reply>
  grpc::ServerUnaryReactor* Handle(void (Replica::*method)(const Request&, Replica::Answer<Reply>),
                                   const Request& request, Reply* reply);

  const int replicas_;
  std::mutex mutex_;
  std::shared_ptr<Replica> replica_;
};

}  // namespace paxos
