#include "sut/paxos/learner.h"

namespace paxos {

Learner::Learner(Probe probe) : probe_(probe) {}

CommitReply Learner::OnCommit(const CommitRequest& request) {
  if (!learned_) {
    learned_ = request.value();
    PAXOS_OBSERVE(probe_, kLearned, .rnd = request.rnd(), .value = request.value());
  }
  return {};
}

}  // namespace paxos
