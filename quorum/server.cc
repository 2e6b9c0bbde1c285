#include "quorum/server.h"

#include <fmt/format.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <mutex>
#include <utility>

#include "quorum/ordering_service.h"

namespace quorum {
namespace {

grpc::Status StatusOf(const NodeError& error) {
  switch (error.code) {
    case NodeErrorCode::kDeadlineExceeded:
      return {grpc::StatusCode::DEADLINE_EXCEEDED, error.message};
    case NodeErrorCode::kUnavailable:
      return {grpc::StatusCode::UNAVAILABLE, error.message};
    case NodeErrorCode::kCancelled:
      return {grpc::StatusCode::CANCELLED, error.message};
    case NodeErrorCode::kRemote:
    case NodeErrorCode::kSkipped:
      break;
  }
  return {grpc::StatusCode::UNKNOWN, error.message};
}

using MessageTraits = grpc::SerializationTraits<Dispatcher::Message>;

// One RPC: reads its request, has it handled, writes the reply.
class Rpc : public grpc::ServerGenericBidiReactor {
 public:
  // The RPC as its handler's answer sees it: there, or gone.
  class Ticket {
   public:
    explicit Ticket(Rpc* rpc) : rpc_(rpc) {}

    void Finish(const Dispatcher::Message* reply, const grpc::Status& failure) {
      std::unique_lock lock(mutex_);
      Rpc* const rpc = std::exchange(rpc_, nullptr);
      lock.unlock();
      if (rpc == nullptr) return;
      if (reply == nullptr) return rpc->Finish(failure);
      bool own_buffer = false;
      MessageTraits::Serialize(*reply, &rpc->buffer_, &own_buffer);
      rpc->StartWriteAndFinish(&rpc->buffer_, {}, grpc::Status::OK);
    }

   private:
    std::mutex mutex_;
    Rpc* rpc_;
  };

  explicit Rpc(const Dispatcher::Handler* handler)
      : handler_(handler), ticket_(std::make_shared<Ticket>(this)) {
    if (handler == nullptr) {
      ticket_->Finish(nullptr, {grpc::StatusCode::UNIMPLEMENTED, "there is no such method"});
    } else {
      StartRead(&buffer_);
    }
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return ticket_->Finish(nullptr, grpc::Status::CANCELLED);
    const auto request = handler_->NewRequest();
    if (!MessageTraits::Deserialize(&buffer_, request.get()).ok()) {
      return ticket_->Finish(nullptr,
                             {grpc::StatusCode::INVALID_ARGUMENT, "the request is malformed"});
    }
    handler_->Handle(*request,
                     [ticket = ticket_](const Dispatcher::Message* reply, const NodeError& error) {
                       ticket->Finish(reply, reply == nullptr ? StatusOf(error) : grpc::Status::OK);
                     });
  }
  void OnCancel() override { ticket_->Finish(nullptr, grpc::Status::CANCELLED); }
  void OnDone() override { delete this; }

  const Dispatcher::Handler* const handler_;
  const std::shared_ptr<Ticket> ticket_;
  grpc::ByteBuffer buffer_;
};

class UnaryService : public grpc::CallbackGenericService {
 public:
  explicit UnaryService(std::shared_ptr<const Dispatcher> handlers)
      : handlers_(std::move(handlers)) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    return new Rpc(handlers_->Find(context->method()));
  }

 private:
  const std::shared_ptr<const Dispatcher> handlers_;
};

}  // namespace

struct Server::State {
  explicit State(const std::shared_ptr<const Dispatcher>& handlers)
      : ordered(handlers), unary(handlers) {}

  OrderingService ordered;
  UnaryService unary;
  std::unique_ptr<grpc::Server> server;
};

Server::Server(const std::string& address, std::shared_ptr<const Dispatcher> handlers,
               const std::shared_ptr<grpc::ServerCredentials>& credentials)
    : address_(address), state_(std::make_unique<State>(handlers)) {
  grpc::ServerBuilder builder;
  builder.RegisterService(&state_->ordered);
  builder.RegisterCallbackGenericService(&state_->unary);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  int port = 0;
  builder.AddListeningPort(address, credentials ? credentials : grpc::InsecureServerCredentials(),
                           &port);
  state_->server = builder.BuildAndStart();
  if (state_->server == nullptr || port == 0) {
    throw ServerError(fmt::format(
        "cannot listen on {}: is the address in use, or not of this machine?", address));
  }
  const auto colon = address_.rfind(':');
  if (address_.rfind("unix", 0) != 0)
    address_.replace(colon + 1, std::string::npos, std::to_string(port));
}

Server::~Server() { state_->server->Shutdown(std::chrono::system_clock::now()); }

}  // namespace quorum
