// From what an instrumentation point reports to what the oracles judge, under the names that the
// suite has for it, so that a reader of the output finds them there. Pure; safe from any thread.
#pragma once

#include <optional>
#include <vector>

#include "sut/paxos/oracles/events.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/types.h"

namespace oracles {

/// The suite's name of a round that the replicas count as `rnd`, from 0. When the servers' ids rise
/// by one, as generated suites have them, a round is named after its owner: with 8080, 8081 and
/// 8082 the rounds 0, 1, 2, 3 are 8080, 8081, 8082, 8083. Otherwise it keeps its number.
Round NameOfRound(paxos::Round rnd, const std::vector<ServerId>& server_ids);

/// The oracles' event; nothing for points that only steer a test. Replica i is named server_ids[i],
/// rounds as NameOfRound says.
std::optional<ProtocolEvent> Translate(const paxos::Event& event,
                                       const std::vector<ServerId>& server_ids);

}  // namespace oracles
