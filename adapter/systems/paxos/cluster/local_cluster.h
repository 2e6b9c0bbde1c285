// A cluster in this process: real gRPC servers, with the case's faults between them and the network
// and the disk.
//
// Invariants: those of Cluster; a replica that is down has no roles and no calls, its server
// refuses every call until it comes back. Not thread-safe.
#pragma once

#include <memory>

#include "adapter/systems/paxos/cluster/cluster.h"
#include "adapter/systems/paxos/cluster/monitor.h"

namespace adapter {

class LocalCluster : public Cluster {
 public:
  /// Starts the servers, connects them and begins the roles, but for those that are down from the
  /// start. Throws std::runtime_error when a server cannot start. `monitor` must outlive the
  /// cluster.
  LocalCluster(const ClusterOptions& options, Monitor& monitor);
  ~LocalCluster() override;

  void Propose(const std::string& value, ClientEvents events) override;
  void AskAgain() override;
  void EndPeriod(paxos::ReplicaId replica) override;
  void Release(std::size_t fault) override;
  void TakeDown(paxos::ReplicaId replica) override;
  void Restart(paxos::ReplicaId replica) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
