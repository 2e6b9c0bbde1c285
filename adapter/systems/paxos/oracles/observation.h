// What a test observed of a running Paxos system, as plain values: what happens in the system
// (sut/paxos/oracles/events.h, which has the invariants of a log), and what the test itself did.
// Input of the safety oracles and of the run's trace (event_steps.h).
//
// All types are plain values; distinct objects may be used from different threads.
#pragma once

#include <string>
#include <variant>

#include "adapter/systems/paxos/cases/cases.h"
#include "sut/paxos/oracles/events.h"

namespace oracles {

/// A fault that the test asked for has come about.
struct FaultHappened {
  cases::Fault fault;
  bool operator==(const FaultHappened&) const = default;
};

using Event =
    std::variant<ClientProposed, ClientAnswered, PrepareSent, Promised, AcceptSent, Voted, Refused,
                 CommitSent, Learned, LeaderElected, Suspected, Restored, LeaderFailed, PhaseFailed,
                 Saved, PeriodBegan, FaultHappened, Restarted, Loaded>;

std::string ToString(const FaultHappened& event);
/// One line, without a line end.
std::string ToString(const Event& event);

}  // namespace oracles
