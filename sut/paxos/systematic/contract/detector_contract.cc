#include "sut/paxos/systematic/contract/detector_contract.h"

#include <algorithm>
#include <utility>

namespace paxos {

DetectorContract::DetectorContract(ReplicaId id, int replicas, Duration delay, Duration delta)
    : id_(id), delta_(delta), delay_(delay), peers_(static_cast<std::size_t>(replicas)) {
  at(id_).pinged = false;
}

ReplicaId DetectorContract::leader() const {
  for (ReplicaId replica = 0; replica < id_; ++replica) {
    if (!at(replica).suspected) return replica;
  }
  return id_;
}

void DetectorContract::OnPingDone(std::int64_t period, ReplicaId replica, bool answered,
                                  Deeds& deeds) {
  if (period != period_) {
    answered_late_ = answered_late_ || answered;
    return;
  }
  if (answered) at(replica).alive = true;
  if (!std::exchange(at(replica).pinged, false)) return;
  if (std::ranges::any_of(peers_, [](const Peer& peer) { return peer.pinged; })) return;
  deeds.Expect({.event = {.point = Point::kPingsDone, .period = period_}});
}

void DetectorContract::OnTimeout(Deeds& deeds) {
  deeds.Expect({.event = {.point = Point::kTimeout, .period = period_}});
  bool restored = false;
  for (ReplicaId replica = 0; replica < static_cast<ReplicaId>(peers_.size()); ++replica) {
    if (replica == id_) continue;
    Peer& peer = at(replica);
    const bool changes = peer.suspected == peer.alive;
    if (changes) {
      const Point point = peer.alive ? Point::kRestore : Point::kSuspect;
      deeds.Expect({.event = {.point = point, .about = replica}});
      restored = restored || peer.alive;
    }
    peer = {.alive = false, .suspected = !peer.alive, .pinged = true};
  }
  if (restored || answered_late_) delay_ += delta_;
  answered_late_ = false;
  ++period_;
}

}  // namespace paxos
