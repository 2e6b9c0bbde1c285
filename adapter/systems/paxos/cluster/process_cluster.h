// A cluster of processes: each replica is a process of its own, forked by the fork server, with its
// state in a folder. A crash is a SIGKILL; a replica that comes back is a new process with the
// folder and the address of the one before.
//
// Invariants: those of Cluster; no process and no folder outlives the object; before a replica that
// comes back begins its roles, every other process and every client has heard from its server, and
// it from those of all others that are up. Not thread-safe.
#pragma once

#include <sys/types.h>

#include <memory>

#include "adapter/systems/paxos/cluster/cluster.h"
#include "adapter/systems/paxos/cluster/fork_server.h"
#include "adapter/systems/paxos/cluster/monitor.h"

namespace adapter {

class ProcessCluster : public Cluster {
 public:
  /// Starts the processes, connects them and begins the roles; one that is down from the start has
  /// none. Throws SystemFailure when one does not come up. Requires a transport with
  /// addresses; `monitor` and `fork_server` must outlive the cluster.
  ProcessCluster(const ClusterOptions& options, Monitor& monitor, ForkServer& fork_server);
  ~ProcessCluster() override;

  void Propose(const std::string& value, const ClientReach& reach, ClientEvents events) override;
  void AskAgain() override;
  void EndPeriod(paxos::ReplicaId replica) override;
  void Release(std::size_t fault) override;
  /// Throws SystemFailure when its process was not killed.
  void TakeDown(paxos::ReplicaId replica) override;
  /// Throws SystemFailure when its process does not come up, or others do not reach it.
  void Restart(paxos::ReplicaId replica) override;

  /// The process that is the replica now; -1: none.
  pid_t ProcessOf(paxos::ReplicaId replica) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
