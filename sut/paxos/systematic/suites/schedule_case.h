// A schedule of the replicas as a test case of kind `system`, so that it also runs against real
// processes: `adapter run FILE --processes`.
//
// A case says what clients propose, what each leader takes for its own, who fails and what goes
// wrong; not in which order messages arrive. So a case is what is left of a schedule, and what it
// lost is listed: `left_out`. Servers take for their own what the replicas took; a second case has
// other values, since a replica may take another one in each round. The order matters where a
// replica leads beside a leader that lives; the suite's words for that are FalseSuspicion and
// SecondProposer, and they stand for it.
// Invariants: the case is one of the suite format, whatever the schedule is; what it expects is
// what Paxos promises after these faults, and not what this schedule did: leaders in their order,
// and one value for all clients.
// Thread safety: a free function that runs the harness on the calling thread.
// Source: docs/paxos_suites.md, "Kind system".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "systematic/schedule.h"
#include "xml/element.h"

namespace paxos {

struct ScheduleCase {
  xml::Element suite;                 ///< `Test`, with one case or two
  std::vector<std::string> left_out;  ///< what of the schedule the case does not say, a line each
};

/// Runs the schedule, and makes a case of what happened. Nothing when it is no schedule of a world
/// of real replicas.
std::optional<ScheduleCase> CaseOf(const systematic::Schedule& schedule);

}  // namespace paxos
