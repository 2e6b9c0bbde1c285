#include "sut/paxos/rpc/grpc_transport.h"

#include <utility>

#include "quorum/calls.h"
#include "sut/paxos/paxos.quorum.h"
#include "sut/paxos/roles/wire_check.h"

namespace paxos {

struct GrpcTransport::State {
  State(const std::vector<quorum::Endpoint>& endpoints, const quorum::ManagerOptions& options)
      : manager(endpoints, options), replicas(manager.All()) {}

  quorum::Manager manager;
  PaxosNodes replicas;
};

namespace {

// A method of one replica.
template <class Request, class Reply>
using Method = void (PaxosNodes::*)(ReplicaId, std::shared_ptr<const Request>,
                                    const quorum::CallOptions&, Transport::Done<Reply>) const;

// Calls it; a reply that makes no sense is the replica's error.
template <class Request, class Reply>
void Call(const PaxosNodes& replicas, Method<Request, Reply> method, ReplicaId to,
          const Request& request, Duration timeout, Transport::Done<Reply> done) {
  auto checked = [to, done = std::move(done)](quorum::NodeResult<Reply> result) {
    const char* const flaw = result.reply ? Flaw(*result.reply) : nullptr;
    if (flaw == nullptr) return done(std::move(result));
    done(quorum::NodeResult<Reply>::Failed({to, quorum::NodeErrorCode::kRemote, flaw}));
  };
  (replicas.*method)(to, std::make_shared<const Request>(request), {timeout}, std::move(checked));
}

}  // namespace

GrpcTransport::GrpcTransport(const std::vector<quorum::Endpoint>& replicas,
                             const quorum::ManagerOptions& options)
    : state_(std::make_unique<State>(replicas, options)) {}

GrpcTransport::~GrpcTransport() = default;

void GrpcTransport::Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
                            Done<PrepareReply> done) {
  Call(state_->replicas, &PaxosNodes::Prepare, to, request, timeout, std::move(done));
}

void GrpcTransport::Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
                           Done<AcceptReply> done) {
  Call(state_->replicas, &PaxosNodes::Accept, to, request, timeout, std::move(done));
}

void GrpcTransport::Commit(ReplicaId to, const CommitRequest& request, Duration timeout,
                           Done<CommitReply> done) {
  Call(state_->replicas, &PaxosNodes::Commit, to, request, timeout, std::move(done));
}

void GrpcTransport::Ping(ReplicaId to, const PingRequest& request, Duration timeout,
                         Done<PingReply> done) {
  Call(state_->replicas, &PaxosNodes::Ping, to, request, timeout, std::move(done));
}

void GrpcTransport::Shutdown() { state_->manager.Shutdown(); }

}  // namespace paxos
