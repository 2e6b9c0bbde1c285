#include "sut/paxos/grpc_transport.h"

#include <utility>

#include "quorum/grpc_call.h"
#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/wire_check.h"

namespace paxos {

using Async = ::paxos::Paxos::StubInterface::async_interface;

struct GrpcTransport::State {
  explicit State(const std::vector<quorum::Endpoint>& replicas)
      : manager(replicas), stubs(manager.All()) {}

  template <class Request, class Reply>
  void Call(NodeId to, quorum::Method<Paxos, Request, Reply> method, const Request& request,
            Duration timeout, Done<Reply> done) {
    auto checked = [to, done = std::move(done)](quorum::NodeResult<Reply> result) {
      const char* const flaw = result.reply ? Flaw(*result.reply) : nullptr;
      if (flaw == nullptr) return done(std::move(result));
      done(quorum::NodeResult<Reply>::Failed({to, quorum::NodeErrorCode::kRemote, flaw}));
    };
    stubs.CallNode<Request, Reply>(to, method, request, {timeout}, std::move(checked));
  }

  quorum::Manager manager;
  quorum::Stubs<Paxos> stubs;
};

GrpcTransport::GrpcTransport(const std::vector<quorum::Endpoint>& replicas)
    : state_(std::make_unique<State>(replicas)) {}

GrpcTransport::~GrpcTransport() = default;

void GrpcTransport::Prepare(NodeId to, const PrepareRequest& request, Duration timeout,
                            Done<PrepareReply> done) {
  state_->Call<PrepareRequest, PrepareReply>(to, &Async::Prepare, request, timeout,
                                             std::move(done));
}

void GrpcTransport::Accept(NodeId to, const AcceptRequest& request, Duration timeout,
                           Done<AcceptReply> done) {
  state_->Call<AcceptRequest, AcceptReply>(to, &Async::Accept, request, timeout, std::move(done));
}

void GrpcTransport::Commit(NodeId to, const CommitRequest& request, Duration timeout,
                           Done<CommitReply> done) {
  state_->Call<CommitRequest, CommitReply>(to, &Async::Commit, request, timeout, std::move(done));
}

void GrpcTransport::Ping(NodeId to, const PingRequest& request, Duration timeout,
                         Done<PingReply> done) {
  state_->Call<PingRequest, PingReply>(to, &Async::Ping, request, timeout, std::move(done));
}

void GrpcTransport::Shutdown() { state_->manager.Shutdown(); }

}  // namespace paxos
