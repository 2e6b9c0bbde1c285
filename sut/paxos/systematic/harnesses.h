// The harnesses of the replicas, by name. They are the same at each call.
//
// Thread-safe.
#pragma once

#include <functional>
#include <vector>

#include "sut/paxos/roles/instrumentation.h"
#include "systematic/harness.h"

namespace paxos {

/// `observe` is told of each event of each real replica, on the thread of the execution.
std::vector<systematic::HarnessInfo> Harnesses(
    const std::function<void(const Event&)>& observe = {});

}  // namespace paxos
