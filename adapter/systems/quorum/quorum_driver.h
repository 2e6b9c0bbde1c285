// Quorum calls as a system under test: one kind of cases, against the library alone and over a
// network of scripted servers.
#pragma once

#include <memory>

#include "adapter/system_driver.h"

namespace adapter {

/// gRPC is up for as long as one of its sessions lives.
std::unique_ptr<SystemDriver> MakeQuorumDriver();

}  // namespace adapter
