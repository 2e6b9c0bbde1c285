// What failure_detector.h and leader_detector.h promise, as a reference to compare with.
//
// A period's answers decide at its end who is suspected; the delay grows at a time-out that
// restores somebody or follows a late answer; the leader is the lowest replica that is not
// suspected. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sut/paxos/systematic/contract/deeds.h"

namespace paxos {

class DetectorContract {
 public:
  /// Of replica `id` of `replicas`, at the beginning of its first period.
  DetectorContract(ReplicaId id, int replicas, Duration delay, Duration delta);

  std::int64_t period() const { return period_; }
  std::int64_t delay() const { return delay_.count(); }
  bool Suspects(ReplicaId replica) const { return at(replica).suspected; }
  /// The lowest that is not suspected; it never suspects itself.
  ReplicaId leader() const;

  /// A ping of `period` to `replica` ended, with an answer or without.
  void OnPingDone(std::int64_t period, ReplicaId replica, bool answered, Deeds& deeds);
  void OnTimeout(Deeds& deeds);

 private:
  struct Peer {
    bool alive = true;
    bool suspected = false;
    bool pinged = true;  // this period's ping has not ended
  };
  const Peer& at(ReplicaId replica) const { return peers_[static_cast<std::size_t>(replica)]; }
  Peer& at(ReplicaId replica) { return peers_[static_cast<std::size_t>(replica)]; }

  const ReplicaId id_;
  const Duration delta_;
  Duration delay_;
  std::int64_t period_ = 1;
  bool answered_late_ = false;
  std::vector<Peer> peers_;  // by id; its own is never looked at
};

}  // namespace paxos
