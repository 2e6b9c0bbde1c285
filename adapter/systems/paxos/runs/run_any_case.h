// Runs a case of whatever kind. Thread-safe: cases run side by side.
#pragma once

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/systems/paxos/runs/configuration_case.h"
#include "adapter/systems/paxos/runs/replica_case.h"
#include "adapter/systems/paxos/runs/storage_case.h"
#include "adapter/systems/paxos/runs/system_case.h"
#include "adapter/systems/paxos/runs/unit_case.h"
#include "adapter/systems/paxos/runs/wire_case.h"

namespace adapter {

/// Calls the RunCase of the case's type with as much as that takes of what there is.
inline constexpr auto kRunAnyCase = [](const auto& test, const cases::Configuration& configuration,
                                       const SystemRunOptions& options) -> Verdict {
  if constexpr (requires { RunCase(test, configuration, options); }) {
    return RunCase(test, configuration, options);
  } else if constexpr (requires { RunCase(test, configuration); }) {
    return RunCase(test, configuration);
  } else if constexpr (requires { RunCase(test, options.timeout); }) {
    return RunCase(test, options.timeout);
  } else {
    return RunCase(test);
  }
};

}  // namespace adapter
