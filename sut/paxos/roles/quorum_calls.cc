#include "sut/paxos/roles/quorum_calls.h"

#include <memory>
#include <utility>

#include "sut/paxos/roles/quorum_functions.h"

namespace paxos {
namespace {

// The quorum functions with the sizes of a configuration.
class Spec : public PaxosQuorumSpec {
 public:
  explicit Spec(const QuorumSizes& sizes) : sizes_(sizes) {}

  quorum::Combined<PrepareReply> PrepareQF(
      const PrepareRequest& request, const quorum::Replies<PrepareReply>& replies) const override {
    return paxos::PrepareQF(sizes_.prepare, request, replies);
  }
  quorum::Combined<AcceptReply> AcceptQF(
      const AcceptRequest& request, const quorum::Replies<AcceptReply>& replies) const override {
    return paxos::AcceptQF(sizes_.accept, request, replies);
  }
  quorum::Combined<CommitReply> CommitQF(
      const CommitRequest& request, const quorum::Replies<CommitReply>& replies) const override {
    return paxos::CommitQF(sizes_.commit, request, replies);
  }

 private:
  const QuorumSizes sizes_;
};

std::vector<ReplicaId> AllIds(int replicas) {
  std::vector<ReplicaId> ids;
  for (ReplicaId id = 0; id < replicas; ++id) ids.push_back(id);
  return ids;
}

}  // namespace

QuorumCalls::QuorumCalls(const ReplicaConfig& config, Transport& transport)
    : options_{config.timeout},
      replicas_(TransportNodes(AllIds(config.replicas), transport),
                std::make_shared<const Spec>(config.quorum_sizes)) {}

void QuorumCalls::Prepare(const PrepareRequest& request, Done<PrepareReply> done) const {
  replicas_.Prepare(request, options_, std::move(done));
}

void QuorumCalls::Accept(const AcceptRequest& request, Done<AcceptReply> done) const {
  replicas_.Accept(request, options_, std::move(done));
}

void QuorumCalls::Commit(const CommitRequest& request, Done<CommitReply> done) const {
  replicas_.Commit(request, options_, std::move(done));
}

}  // namespace paxos
