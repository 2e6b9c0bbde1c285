// The gRPC service of a replica: hands each RPC to its ReplicaHandlers, and finishes the reactor
// when they answer. Nothing here blocks.
//
// Invariants: every reactor is finished once: with the reply; with UNAVAILABLE when the replica
// does not answer (failed, stopped, not connected yet) or the server ends; with INVALID_ARGUMENT
// for bytes that are no message, and for a message that makes no sense (wire_check.h); a parked
// client that goes away is finished at once; a client's call beyond the most gets
// RESOURCE_EXHAUSTED. Thread-safe.
#pragma once

#include <memory>
#include <utility>

#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/rpc/client_calls.h"
#include "sut/paxos/rpc/replica_handlers.h"

namespace paxos {

/// Takes requests as bytes: gRPC's own parsing would answer UNIMPLEMENTED, without a reason, when
/// they are no message.
using RawPaxosService = Paxos::WithRawCallbackMethod_Prepare<Paxos::WithRawCallbackMethod_Accept<
    Paxos::WithRawCallbackMethod_Commit<Paxos::WithRawCallbackMethod_ClientHandle<
        Paxos::WithRawCallbackMethod_Ping<Paxos::WithRawCallbackMethod_Wait<
            Paxos::WithRawCallbackMethod_Status<Paxos::Service>>>>>>>;

class ReplicaService : public RawPaxosService {
 public:
  /// Of clients, at most `most_calls` are open at a time, and `most_of_one` of one connection.
  ReplicaService(std::shared_ptr<const ReplicaHandlers> handlers, int most_calls, int most_of_one)
      : handlers_(std::move(handlers)),
        clients_(std::make_shared<ClientCalls>(most_calls, most_of_one)) {}

  /// Refuses clients' new calls from now on, and waits until those in flight are over, at most for
  /// `grace`. Never call it on a gRPC thread.
  void Drain(Duration grace) { clients_->Drain(grace); }

  grpc::ServerUnaryReactor* Prepare(grpc::CallbackServerContext* context,
                                    const grpc::ByteBuffer* request,
                                    grpc::ByteBuffer* reply) override;
  grpc::ServerUnaryReactor* Accept(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* reply) override;
  grpc::ServerUnaryReactor* Commit(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* reply) override;
  grpc::ServerUnaryReactor* ClientHandle(grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* reply) override;
  grpc::ServerUnaryReactor* Ping(grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request, grpc::ByteBuffer* reply) override;
  grpc::ServerUnaryReactor* Wait(grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request, grpc::ByteBuffer* reply) override;
  grpc::ServerUnaryReactor* Status(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* reply) override;

 private:
  template <class Request, class Reply>
  using Method = ReplicaHandlers::Method<Request, Reply>;
  template <class Request, class Reply>
  grpc::ServerUnaryReactor* Handle(Method<Request, Reply> method, const grpc::ByteBuffer& request,
                                   grpc::ByteBuffer* reply,
                                   const ClientCalls::Open& open = nullptr);
  // The same for a call of a client, which Drain waits for.
  template <class Request>
  grpc::ServerUnaryReactor* HandleClient(Method<Request, ClientReply> method,
                                         const grpc::CallbackServerContext& context,
                                         const grpc::ByteBuffer& request, grpc::ByteBuffer* reply);

  const std::shared_ptr<const ReplicaHandlers> handlers_;
  const std::shared_ptr<ClientCalls> clients_;
};

}  // namespace paxos
