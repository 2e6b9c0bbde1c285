#include "sut/paxos/rpc/replica_service.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/byte_buffer.h>

#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace paxos {
namespace {

// A call that waits for the replica's answer. gRPC owns it until OnDone; the answer's callback may
// live longer, so that it holds a Ticket, which knows whether the call is still open.
template <class Reply>
class PendingCall : public grpc::ServerUnaryReactor {
 public:
  class Ticket {
   public:
    explicit Ticket(PendingCall* call) : call_(call) {}

    // Finishes the call if it is open: with `reply`, or with `status` when there is none.
    void Finish(std::optional<Reply> reply, const grpc::Status& status) {
      std::unique_lock lock(mutex_);
      PendingCall* const call = std::exchange(call_, nullptr);
      lock.unlock();
      if (call == nullptr) return;
      bool owned = false;  // there is no buffer yet that could be borrowed
      if (reply) grpc::SerializationTraits<Reply>::Serialize(*reply, call->reply_, &owned);
      call->grpc::ServerUnaryReactor::Finish(reply ? grpc::Status::OK : status);
    }

   private:
    std::mutex mutex_;
    PendingCall* call_;
  };

  // `open`: a client's call, kept open until this one is done.
  PendingCall(grpc::ByteBuffer* reply, ClientCalls::Open open)
      : reply_(reply), open_(std::move(open)), ticket_(std::make_shared<Ticket>(this)) {}

  const std::shared_ptr<Ticket>& ticket() const { return ticket_; }

 private:
  void OnCancel() override { ticket_->Finish(std::nullopt, grpc::Status::CANCELLED); }
  void OnDone() override { delete this; }

  grpc::ByteBuffer* const reply_;
  const ClientCalls::Open open_;
  const std::shared_ptr<Ticket> ticket_;
};

// Whose call it is. Connections over Unix sockets have no addresses of their own.
std::string ClientOf(const grpc::CallbackServerContext& context) {
  std::string peer = context.peer();
  return peer.starts_with("ipv") ? peer : "";
}

grpc::Status StatusOf(const quorum::NodeError& error) {
  return {error.code == quorum::NodeErrorCode::kRemote ? grpc::StatusCode::INVALID_ARGUMENT
                                                       : grpc::StatusCode::UNAVAILABLE,
          error.message};
}

}  // namespace

template <class Request, class Reply>
grpc::ServerUnaryReactor* ReplicaService::Handle(Method<Request, Reply> method,
                                                 const grpc::ByteBuffer& request,
                                                 grpc::ByteBuffer* reply,
                                                 const ClientCalls::Open& open) {
  auto* const call = new PendingCall<Reply>(reply, open);
  const auto ticket = call->ticket();
  Request message;
  grpc::ByteBuffer bytes = request;  // the same bytes: reading takes them out of the buffer
  if (!grpc::SerializationTraits<Request>::Deserialize(&bytes, &message).ok()) {
    ticket->Finish(std::nullopt, {grpc::StatusCode::INVALID_ARGUMENT, "the request is malformed"});
    return call;
  }
  const quorum::Respond<Reply> respond = [ticket](quorum::NodeResult<Reply> result) {
    ticket->Finish(std::move(result.reply), StatusOf(result.error));
  };
  handlers_->Handle(method, message, respond);
  return call;
}

template <class Request>
grpc::ServerUnaryReactor* ReplicaService::HandleClient(Method<Request, ClientReply> method,
                                                       const grpc::CallbackServerContext& context,
                                                       const grpc::ByteBuffer& request,
                                                       grpc::ByteBuffer* reply) {
  // gRPC limits the streams of a connection, too, but only once the client says that it knows.
  const ClientCalls::Entered entered = clients_->Enter(ClientOf(context));
  if (entered.open) return Handle(method, request, reply, entered.open);
  auto* const refused = new PendingCall<ClientReply>(reply, nullptr);
  refused->ticket()->Finish(
      std::nullopt, entered.full
                        ? grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "too many open calls")
                        : grpc::Status(grpc::StatusCode::UNAVAILABLE, "the replica ends"));
  return refused;
}

grpc::ServerUnaryReactor* ReplicaService::Prepare(grpc::CallbackServerContext*,
                                                  const grpc::ByteBuffer* request,
                                                  grpc::ByteBuffer* reply) {
  return Handle(&Replica::Prepare, *request, reply);
}

grpc::ServerUnaryReactor* ReplicaService::Accept(grpc::CallbackServerContext*,
                                                 const grpc::ByteBuffer* request,
                                                 grpc::ByteBuffer* reply) {
  return Handle(&Replica::Accept, *request, reply);
}

grpc::ServerUnaryReactor* ReplicaService::Commit(grpc::CallbackServerContext*,
                                                 const grpc::ByteBuffer* request,
                                                 grpc::ByteBuffer* reply) {
  return Handle(&Replica::Commit, *request, reply);
}

grpc::ServerUnaryReactor* ReplicaService::ClientHandle(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* reply) {
  return HandleClient(&Replica::ClientHandle, *context, *request, reply);
}

grpc::ServerUnaryReactor* ReplicaService::Ping(grpc::CallbackServerContext*,
                                               const grpc::ByteBuffer* request,
                                               grpc::ByteBuffer* reply) {
  return Handle(&Replica::Ping, *request, reply);
}

grpc::ServerUnaryReactor* ReplicaService::Wait(grpc::CallbackServerContext* context,
                                               const grpc::ByteBuffer* request,
                                               grpc::ByteBuffer* reply) {
  return HandleClient(&Replica::Wait, *context, *request, reply);
}

grpc::ServerUnaryReactor* ReplicaService::Status(grpc::CallbackServerContext*,
                                                 const grpc::ByteBuffer* request,
                                                 grpc::ByteBuffer* reply) {
  return Handle(&Replica::Status, *request, reply);
}

}  // namespace paxos
