// From what an instrumentation point reports to what the oracles judge. Pure; safe from any thread.
#pragma once

#include <optional>
#include <vector>

#include "adapter/systems/paxos/oracles/observation.h"
#include "sut/paxos/roles/instrumentation.h"

namespace adapter {

/// The oracles' event; nothing for points that only steer a test. Replica i is named server_ids[i].
std::optional<oracles::Event> Translate(const paxos::Event& event,
                                        const std::vector<cases::ServerId>& server_ids);

}  // namespace adapter
