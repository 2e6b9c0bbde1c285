#include "adapter/grpc_session.h"

#include <absl/synchronization/mutex.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

namespace adapter {

// A server of callbacks that listens nowhere.
struct GrpcSession::State {
  grpc::CallbackGenericService service;
  std::unique_ptr<grpc::Server> server;
};

GrpcSession::GrpcSession() : state_(std::make_unique<State>()) {
  // Debian's Abseil looks for deadlocks at every lock of gRPC, which takes a tenth of a case.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  grpc::ServerBuilder builder;
  builder.RegisterCallbackGenericService(&state_->service);
  state_->server = builder.BuildAndStart();
}

GrpcSession::~GrpcSession() { state_->server->Shutdown(); }

}  // namespace adapter
