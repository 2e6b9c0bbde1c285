// The real failover manager and real replicas with a client. The primary dies at any moment, once,
// and a new replica takes the place that is free; messages over one connection stay in order.
//
// Thread safety: as systematic/harness.h.
#pragma once

#include <functional>
#include <memory>

#include "examples/systematic/primary_secondary/failover_manager.h"
#include "systematic/harness.h"

namespace primary_secondary {

/// Makes the manager of an execution.
using MakeManager = std::function<std::unique_ptr<FailoverManager>(ManagerNetwork&)>;

systematic::HarnessInfo PrimarySecondaryHarness(MakeManager make);

}  // namespace primary_secondary
