// A case of kind system: whole replicas, clients, failures and faults. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapter/systems/cases/configuration.h"
#include "adapter/systems/paxos/cases/fault.h"

namespace cases {

/// The leader `server` fails right after its quorum of that phase (P1Failure, P2Failure).
struct LeaderFailure {
  int phase = 1;  ///< 1 or 2
  ServerId server = 0;
  bool operator==(const LeaderFailure&) const = default;
};
/// Which client's value `server` takes for its own when it becomes leader (extension element
/// LeaderProposal{ID, Value}); it makes the response a function of the inputs with several clients.
struct LeaderProposal {
  ServerId server = 0;
  std::string value;
  bool operator==(const LeaderProposal&) const = default;
};
/// Whom the client that proposes `value` asks, and how many of them must answer (extension element
/// ClientReach{Value, Quorum, ID...}); a client without one asks all servers.
struct ClientReach {
  std::string value;
  std::vector<ServerId> servers;  ///< distinct
  int quorum = 0;                 ///< 0: a majority of them
  bool operator==(const ClientReach&) const = default;
};
struct SystemCase {
  std::vector<std::string> proposals;  ///< ClientPropose: one client each, started concurrently
  std::vector<LeaderProposal> leader_proposals;
  std::vector<LeaderFailure> failures;
  std::vector<ServerId> leaders;       ///< in order of election
  std::vector<std::string> responses;  ///< what clients get; with agreement, one distinct value
  std::vector<Fault> faults = {};      ///< extension: what else goes wrong, in the order written
  bool any_response = false;           ///< extension: all get one value, which one is open
  /// Extension: this many phases of leaders end without a quorum; nothing: not compared.
  std::optional<std::int64_t> failed_phases = std::nullopt;
  std::vector<ClientReach> reaches = {};  ///< extension
  /// Extension: what those clients propose that get no answer.
  std::vector<std::string> unanswered = {};
  bool operator==(const SystemCase&) const = default;
};

}  // namespace cases
