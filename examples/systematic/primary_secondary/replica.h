// A replica of a counter. As primary it takes requests of clients, appends them to its log, has its
// secondaries store them, and replies once one of them has. As secondary it gets a copy of the
// primary's log first and its entries from then on.
//
// Invariant: a secondary's log is a beginning of that of its primary once it has the copy, and
// never has gaps. Not thread-safe: the caller serialises.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "examples/systematic/primary_secondary/log.h"

namespace primary_secondary {

/// What a replica sends. To one receiver messages arrive in order, or not at all when it is dead.
class ReplicaNetwork {
 public:
  virtual ~ReplicaNetwork() = default;
  // To the manager.
  virtual void SendEnd(Epoch epoch, LogEnd end) = 0;
  virtual void SendCopyDone(Epoch epoch) = 0;
  // To another replica.
  virtual void SendCopyRequest(ReplicaId primary, Epoch epoch) = 0;
  virtual void SendCopy(ReplicaId secondary, Epoch epoch, const Log& log) = 0;
  virtual void SendReplicate(ReplicaId secondary, Epoch epoch, std::size_t index,
                             const Entry& entry) = 0;
  virtual void SendStored(ReplicaId primary, Epoch epoch, std::size_t size) = 0;
  // To clients.
  virtual void SendNewPrimary(Epoch epoch) = 0;
  virtual void SendReply(RequestId request, int counter) = 0;
};

/// Is told of each change of a replica's role, after it. For traces.
class RoleObserver {
 public:
  virtual ~RoleObserver() = default;
  virtual void OnRole(ReplicaId replica, Role before, Role now, const Log& log) = 0;
};

class Replica {
 public:
  /// Network and observer outlive the replica.
  Replica(ReplicaId id, ReplicaNetwork& network, RoleObserver& observer);

  // From the manager.
  void OnAskEnd(Epoch epoch);
  void OnChangeRole(Epoch epoch, Role role, ReplicaId primary);

  // From other replicas.
  void OnCopyRequest(ReplicaId secondary, Epoch epoch);
  void OnCopy(Epoch epoch, const Log& log);
  void OnReplicate(ReplicaId primary, Epoch epoch, std::size_t index, const Entry& entry);
  void OnStored(ReplicaId secondary, Epoch epoch, std::size_t size);

  /// From a client: adds `amount`. A request that is repeated counts once; one to a replica that is
  /// not primary is ignored.
  void OnRequest(RequestId request, int amount);

 private:
  void BecomePrimary();
  void AwaitCopy(ReplicaId primary);
  void EndWait();
  void SetRole(Role role);
  void Commit();
  void Reply(std::size_t index);

  const ReplicaId id_;
  ReplicaNetwork& network_;
  RoleObserver& observer_;
  Epoch epoch_ = 0;
  Role role_ = Role::kNone;
  ReplicaId primary_ = -1;
  Log log_;
  std::optional<Epoch> awaits_copy_;  ///< of the primary of that epoch
  /// Requests for copies that came before this replica heard that it is primary.
  std::vector<std::pair<ReplicaId, Epoch>> early_;
  std::map<ReplicaId, std::size_t> stored_;  ///< as primary: how much each secondary has
  std::size_t committed_ = 0;                ///< entries that one secondary has, at least
};

}  // namespace primary_secondary
