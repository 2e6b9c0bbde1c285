// System test cases: whole replicas and clients over gRPC, failures where the case asks for them.
//
// How a case is run (docs/paxos_suites.md):
//  1. all replicas come up and have pinged each other; one client per proposal starts, in an order
//     that the seed decides, none waiting for another;
//  2. faults come about where the case asks for them (fault_plan.h), and time moves until all live
//     replicas have noticed what failed (driver.h);
//  3. it is over when every client is answered and every learner has learned, or no replica is left
//     to lead, or nothing more can happen since clients do not reach who leads; what was expected
//     has no part in that, so that a wrong expectation is a failure and not a wait;
//  4. the safety oracles judge every run, also one that did not finish.
// Thread-safe: cases run side by side.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "adapter/options.h"
#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/systems/paxos/cluster/fork_server.h"
#include "adapter/systems/paxos/oracles/observation.h"
#include "adapter/verdict.h"

namespace adapter {

struct SystemRunOptions {
  Transport transport = Transport::kTcp;
  std::chrono::milliseconds timeout{10'000};
  std::uint64_t seed = 1;
  ForkServer* fork_server = nullptr;  ///< of the replicas' processes; null: they have none
  bool ordered = false;               ///< replicas talk over streams
};

/// A verdict, and all that was observed.
struct SystemRun {
  Verdict verdict;
  std::vector<oracles::Event> log;
};
SystemRun RunAndLog(const cases::SystemCase& test, const cases::Configuration& configuration,
                    const SystemRunOptions& options);
Verdict RunCase(const cases::SystemCase& test, const cases::Configuration& configuration,
                const SystemRunOptions& options);

/// One client proposes, and the first leaders fail after phase one: all but one of as many as the
/// case expects.
Verdict RunCase(const cases::LeaderChangeCase& test, const cases::Configuration& configuration,
                const SystemRunOptions& options);

}  // namespace adapter
