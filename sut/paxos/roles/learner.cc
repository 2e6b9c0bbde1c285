#include "sut/paxos/roles/learner.h"

namespace paxos {

Learner::Learner(Storage& storage, Probe probe)
    : storage_(storage), probe_(probe), learned_(storage.Load().decision) {}

CommitReply Learner::OnCommit(const CommitRequest& request) {
  if (!learned_) {
    storage_.Save({Record::Kind::kDecision, request.rnd(), request.value()});
    learned_ = {request.rnd(), request.value()};
    PAXOS_OBSERVE(probe_, kLearned, .rnd = request.rnd(), .value = request.value());
  }
  return {};
}

}  // namespace paxos
