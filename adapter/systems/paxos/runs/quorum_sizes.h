// The quorum sizes that a suite says. Thread-safe: a free function without state.
#pragma once

#include "adapter/systems/cases/configuration.h"
#include "sut/paxos/roles/types.h"

namespace adapter {

/// The size of each phase: its own, or else that of all.
inline paxos::QuorumSizes QuorumsOf(const cases::Configuration& configuration) {
  const auto size = [&](int own) { return own != 0 ? own : configuration.quorum_size; };
  return {size(configuration.prepare_quorum), size(configuration.accept_quorum),
          size(configuration.commit_quorum)};
}

}  // namespace adapter
