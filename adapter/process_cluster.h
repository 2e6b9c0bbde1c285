// A cluster of processes: each replica is a paxos_server_instrumented of its own, with its state in
// a folder; a crash is a SIGKILL, after which it stays down.
//
// Invariants: those of Cluster; no process and no folder outlives the object. Not thread-safe.
#pragma once

#include <memory>

#include "adapter/cluster.h"
#include "adapter/monitor.h"

namespace adapter {

class ProcessCluster : public Cluster {
 public:
  /// Starts the processes, connects them and begins the roles, but for those that are down from the
  /// start. Throws std::runtime_error when one does not come up. Requires a transport with
  /// addresses; `monitor` must outlive the cluster.
  ProcessCluster(const ClusterOptions& options, Monitor& monitor);
  ~ProcessCluster() override;

  void Propose(const std::string& value, ClientEvents events) override;
  void AskAgain() override;
  void EndPeriod(paxos::NodeId replica) override;
  void Release(std::size_t fault) override;
  void TakeDown(paxos::NodeId replica) override;
  /// Not supported: throws std::logic_error.
  void Restart(paxos::NodeId replica) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
