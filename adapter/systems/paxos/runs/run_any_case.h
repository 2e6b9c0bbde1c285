// Runs a case of whatever kind. Thread-safe: cases run side by side.
#pragma once

#include <exception>
#include <string>

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/systems/paxos/runs/configuration_case.h"
#include "adapter/systems/paxos/runs/connection_case.h"
#include "adapter/systems/paxos/runs/replica_case.h"
#include "adapter/systems/paxos/runs/storage_case.h"
#include "adapter/systems/paxos/runs/system_case.h"
#include "adapter/systems/paxos/runs/unit_case.h"
#include "adapter/systems/paxos/runs/wire_case.h"
#include "quorum/configuration.h"
#include "quorum/server.h"
#include "quorum/tls.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/roles/storage.h"

namespace adapter {

/// Calls the RunCase of the case's type with as much as that takes of what there is.
inline constexpr auto kRunCaseOfType = [](const auto& test,
                                          const cases::Configuration& configuration,
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

/// The same; what the system under test refuses although the case expects no refusal is a failure.
inline constexpr auto kRunAnyCase = [](const auto& test, const cases::Configuration& configuration,
                                       const SystemRunOptions& options) -> Verdict {
  const auto refused = [](const std::exception& error) -> Verdict {
    return {Outcome::kFail, std::string("expected no refusal, observed: ") + error.what(), {}};
  };
  try {
    return kRunCaseOfType(test, configuration, options);
  } catch (const paxos::ConfigError& error) {
    return refused(error);
  } catch (const paxos::StorageError& error) {
    return refused(error);
  } catch (const quorum::ConfigurationError& error) {
    return refused(error);
  } catch (const quorum::CredentialsError& error) {
    return refused(error);
  } catch (const quorum::ServerError& error) {
    return refused(error);
  }
};

}  // namespace adapter
