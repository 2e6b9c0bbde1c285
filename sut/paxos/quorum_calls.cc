#include "sut/paxos/quorum_calls.h"

#include <memory>
#include <utility>

#include "quorum/quorum_call.h"
#include "sut/paxos/quorum_functions.h"

namespace paxos {
namespace {

// `method` of all nodes; what a quorum of `size` is, `quorum_function` says.
template <class Request, class Reply>
void Call(Transport& transport,
          void (Transport::*method)(NodeId, const Request&, Duration, Transport::Done<Reply>),
          const std::vector<NodeId>& nodes, Duration timeout, const Request& request,
          quorum::Combined<Reply> (*quorum_function)(int, const Request&,
                                                     const quorum::Replies<Reply>&),
          int size, QuorumCalls::Done<Reply> done) {
  quorum::StartQuorumCall<Request, Reply, Reply>(
      request, nodes,
      [quorum_function, size](const Request& sent, const quorum::Replies<Reply>& replies) {
        return quorum_function(size, sent, replies);
      },
      [&](NodeId node, const std::shared_ptr<const Request>& sent,
          Transport::Done<Reply> on_result) {
        (transport.*method)(node, *sent, timeout, std::move(on_result));
      },
      std::move(done));
}

}  // namespace

QuorumCalls::QuorumCalls(const ReplicaConfig& config, Transport& transport)
    : sizes_(config.quorum_sizes), timeout_(config.timeout), transport_(transport) {
  for (NodeId node = 0; node < config.replicas; ++node) nodes_.push_back(node);
}

void QuorumCalls::Prepare(const PrepareRequest& request, Done<PrepareReply> done) const {
  Call(transport_, &Transport::Prepare, nodes_, timeout_, request, PrepareQF, sizes_.prepare,
       std::move(done));
}

void QuorumCalls::Accept(const AcceptRequest& request, Done<AcceptReply> done) const {
  Call(transport_, &Transport::Accept, nodes_, timeout_, request, AcceptQF, sizes_.accept,
       std::move(done));
}

void QuorumCalls::Commit(const CommitRequest& request, Done<CommitReply> done) const {
  Call(transport_, &Transport::Commit, nodes_, timeout_, request, CommitQF, sizes_.commit,
       std::move(done));
}

}  // namespace paxos
