// Runs a replica in a process of its own, as the adapter commands it (control.h).
#pragma once

#include "adapter/systems/paxos/cluster/control.h"

namespace adapter {

/// Is the replica that the first command describes, and does what the next ones say; ends the
/// process when one says so, or the adapter is gone. Begins gRPC. Throws std::exception when it
/// cannot be that replica.
[[noreturn]] void ServeReplica(ControlSocket reports, const ControlSocket& commands);

}  // namespace adapter
