#include "adapter/systems/grpc/grpc_session.h"

#include <absl/synchronization/mutex.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <stdlib.h>

namespace adapter {

// A server of callbacks that listens nowhere.
struct GrpcSession::State {
  grpc::CallbackGenericService service;
  std::unique_ptr<grpc::Server> server;
};

void IgnoreLockCycles() { absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore); }

GrpcSession::GrpcSession() : state_(std::make_unique<State>()) {
  IgnoreLockCycles();
  // A case may want an address that is taken; what gRPC logs about it belongs to no verdict.
  setenv("GRPC_VERBOSITY", "NONE", 0);          // who wants its log sets it
  grpc::EnableDefaultHealthCheckService(true);  // as paxos_server does
  grpc::ServerBuilder builder;
  builder.RegisterCallbackGenericService(&state_->service);
  state_->server = builder.BuildAndStart();
}

GrpcSession::~GrpcSession() { state_->server->Shutdown(); }

}  // namespace adapter
