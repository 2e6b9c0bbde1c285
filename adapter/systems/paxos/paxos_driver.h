// Paxos as a system under test: its kinds of cases, its faults, its parts, and how cases run
// against the replicas in this repository.
#pragma once

#include <memory>

#include "adapter/system_driver.h"

namespace adapter {

/// Its sessions run cases with the transport and the time-out of their options. gRPC is up for as
/// long as one lives, and so is the fork server when replicas have processes: open one before
/// anything else begins gRPC.
std::unique_ptr<SystemDriver> MakePaxosDriver();

}  // namespace adapter
