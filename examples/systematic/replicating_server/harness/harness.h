// The real server among modelled neighbours: a client with a few requests, three storage nodes in
// memory, timers that fire at any moment, and messages that overtake each other.
//
// Thread safety: as systematic/harness.h.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "examples/systematic/replicating_server/server.h"
#include "systematic/harness.h"

namespace replicating_server {

/// Makes the server of an execution.
using MakeServer = std::function<std::unique_ptr<Server>(std::vector<NodeId> nodes, Network&)>;

systematic::HarnessInfo ReplicatingServerHarness(MakeServer make);

}  // namespace replicating_server
