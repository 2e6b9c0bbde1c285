// From a test case of any kind to its verdict. Thread-safe: cases run side by side.
#pragma once

#include "adapter/options.h"
#include "adapter/runner.h"

namespace adapter {

/// Runs cases of all kinds with the transport and the time-out of `options`. gRPC is up for as long
/// as the runner lives, and so is the fork server when replicas have processes. Throws
/// ForkServerError.
CaseRunner MakeCaseRunner(const RunOptions& options);

}  // namespace adapter
