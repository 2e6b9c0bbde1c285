// The real extent manager, both loops, among modelled extent nodes and timers. A driver starts
// three nodes, one of which has an extent, waits until all have it, kills one of them, starts
// another one and waits again. Heartbeats take no time, so that no live node is taken for dead; all
// other messages take as long as they like.
//
// Thread safety: as systematic/harness.h.
#pragma once

#include <functional>
#include <memory>

#include "examples/systematic/extent_manager/extent_manager.h"
#include "systematic/harness.h"

namespace extent_manager {

/// Makes the manager of an execution.
using MakeManager = std::function<std::unique_ptr<ExtentManager>(Network&, Clock&)>;

systematic::HarnessInfo ExtentManagerHarness(MakeManager make);

}  // namespace extent_manager
