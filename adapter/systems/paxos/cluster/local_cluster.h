// A cluster in this process: real gRPC servers, with the case's faults between them and the network
// and the disk.
#pragma once

#include <memory>

#include "adapter/systems/paxos/cluster/cluster.h"
#include "adapter/systems/paxos/cluster/monitor.h"

namespace adapter {

/// Starts the servers, connects them and begins the roles, but for those that are down from the
/// start. A replica that is down has no roles and no calls; its server refuses every call until the
/// replica comes back. Throws std::runtime_error when a server cannot start. `monitor` must outlive
/// the cluster.
std::unique_ptr<Cluster> StartLocalCluster(const ClusterOptions& options, Monitor& monitor);

}  // namespace adapter
