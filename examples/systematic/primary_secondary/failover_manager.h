// Says who is primary: of all replicas that live, the one whose log goes furthest. The others get a
// copy of its log and become active secondaries. When the primary fails, a new epoch begins.
//
// Invariant: each epoch has one primary. Not thread-safe: the caller serialises.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "examples/systematic/primary_secondary/log.h"

namespace primary_secondary {

/// What the manager sends. To one receiver messages arrive in order, or not at all when it is dead.
class ManagerNetwork {
 public:
  virtual ~ManagerNetwork() = default;
  /// Asks how far the replica's log goes; from now on it obeys nobody of an earlier epoch.
  virtual void SendAskEnd(ReplicaId replica, Epoch epoch) = 0;
  virtual void SendChangeRole(ReplicaId replica, Epoch epoch, Role role, ReplicaId primary) = 0;
};

/// Mistakes that can be switched on.
enum class Bug {
  kNone,
  kPromotion,  ///< the end of a wait for a copy counts in a later epoch, too
};

class FailoverManager {
 public:
  /// `network` outlives the manager.
  explicit FailoverManager(ManagerNetwork& network, Bug bug = Bug::kNone);

  /// A replica is there. The first primary is elected when `expected` of them are.
  void OnReplicaStarted(ReplicaId replica, std::size_t expected);
  /// It is dead for good.
  void OnReplicaFailed(ReplicaId replica);
  /// The answer to SendAskEnd.
  void OnEnd(ReplicaId replica, Epoch epoch, LogEnd end);
  /// A secondary's wait for its copy of this epoch is over.
  void OnCopyDone(ReplicaId replica, Epoch epoch);

 private:
  void BeginElection();
  void ElectIfAllAnswered();

  ManagerNetwork& network_;
  const Bug bug_;
  Epoch epoch_ = 0;
  bool electing_ = false;
  std::optional<ReplicaId> primary_;
  std::map<ReplicaId, std::optional<LogEnd>> replicas_;  ///< alive; how far, once they said so
};

}  // namespace primary_secondary
