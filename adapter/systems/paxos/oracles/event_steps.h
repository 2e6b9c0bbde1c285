// A log of a Paxos system as the steps of a trace: what a failed case shows.
//
// Pure functions; safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "adapter/systems/paxos/oracles/observation.h"
#include "trace/trace.h"

namespace oracles {

/// As a step of a trace, without time and cause.
trace::Step StepOf(const Event& event);

/// A fault took the replica down after so many events of the log. (That a crash has happened, the
/// log says only when the replica has come back as well.)
struct Crash {
  std::size_t after = 0;
  ServerId replica = 0;
  std::int64_t time = 0;
};

/// The steps of the events, which were seen at these times, in microseconds, and of the crashes.
/// What an acceptor or learner does follows from the message that it answers, where only one in the
/// log can be that.
std::vector<trace::Step> StepsOf(const std::vector<Event>& log,
                                 const std::vector<std::int64_t>& times,
                                 const std::vector<Crash>& crashes = {});

}  // namespace oracles
