// The harnesses of the durable log, by name. They are the same at each call.
//
// Thread-safe.
#pragma once

#include <vector>

#include "systematic/harness.h"

namespace paxos {

std::vector<systematic::HarnessInfo> StorageHarnesses();

}  // namespace paxos
