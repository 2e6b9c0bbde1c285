#include "sut/paxos/roles/leader_detector.h"

#include <algorithm>

namespace paxos {

LeaderDetector::LeaderDetector(const std::vector<ReplicaId>& replicas, Probe probe)
    : replicas_(replicas.begin(), replicas.end()), probe_(probe) {
  OnSuspects({});
}

bool LeaderDetector::OnSuspects(const std::set<ReplicaId>& suspected) {
  const auto lowest = std::find_if(replicas_.begin(), replicas_.end(),
                                   [&](ReplicaId replica) { return !suspected.contains(replica); });
  const auto leader = lowest == replicas_.end() ? std::nullopt : std::optional(*lowest);
  if (leader == leader_) return false;
  leader_ = leader;
  PAXOS_OBSERVE(probe_, kLeader, .about = leader_);
  return true;
}

}  // namespace paxos
