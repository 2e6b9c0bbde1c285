#include "sut/paxos/roles/leader_detector.h"

#include <algorithm>

namespace paxos {

LeaderDetector::LeaderDetector(const std::vector<NodeId>& nodes, Probe probe)
    : nodes_(nodes.begin(), nodes.end()), probe_(probe) {
  OnSuspects({});
}

bool LeaderDetector::OnSuspects(const std::set<NodeId>& suspected) {
  const auto lowest = std::find_if(nodes_.begin(), nodes_.end(),
                                   [&](NodeId node) { return !suspected.contains(node); });
  const auto leader = lowest == nodes_.end() ? std::nullopt : std::optional(*lowest);
  if (leader == leader_) return false;
  leader_ = leader;
  PAXOS_OBSERVE(probe_, kLeader, .node = leader_);
  return true;
}

}  // namespace paxos
