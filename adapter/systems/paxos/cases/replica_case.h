// A case of kind replicatest: one replica through several periods and rounds, all of whose messages
// the case answers.
//
// Invariants of a case that the reader returned: it begins with the start of a replica, and other
// starts are of the same one; only a period has detectors to expect. Plain values. Source:
// docs/paxos_suites.md, "Kind replicatest".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "adapter/systems/cases/configuration.h"
#include "adapter/systems/paxos/cases/messages.h"

namespace cases {

/// The replica starts, from what it has saved.
struct ReplicaStart {
  ServerId server = 0;
  bool operator==(const ReplicaStart&) const = default;
};
/// A client proposes the value to it.
struct ReplicaRequest {
  std::string value;
  bool operator==(const ReplicaRequest&) const = default;
};
/// A Commit comes.
struct ReplicaDecision {
  Commit commit;
  bool operator==(const ReplicaDecision&) const = default;
};
/// A peer answers the ping of that period, the first of which has number 1.
struct PingAnswer {
  ServerId server = 0;
  std::int64_t period = 0;
  std::optional<Round> vrnd = std::nullopt;      ///< of its last vote
  std::optional<Commit> decided = std::nullopt;  ///< nothing: it does not know
  bool operator==(const PingAnswer&) const = default;
};
/// These answers come, then the period ends.
struct ReplicaPeriod {
  std::vector<PingAnswer> answers;
  bool operator==(const ReplicaPeriod&) const = default;
};
/// What one replica makes of the call that is under way.
struct CallReply {
  enum class Kind { kAgree, kRefuse, kFail };
  Kind kind = Kind::kAgree;
  ServerId server = 0;
  Round rnd = 0;                              ///< of a refusal: what it has promised
  std::optional<Commit> vote = std::nullopt;  ///< of a promise
  bool operator==(const CallReply&) const = default;
};
/// These replies come, in this order.
struct ReplicaReplies {
  std::vector<CallReply> replies;
  bool operator==(const ReplicaReplies&) const = default;
};
using ReplicaEvent =
    std::variant<ReplicaStart, ReplicaRequest, ReplicaDecision, ReplicaPeriod, ReplicaReplies>;

/// What the end of a period brings.
struct ExpectedDetectors {
  std::vector<ServerId> suspects;  ///< that were not suspected before
  std::vector<ServerId> restores;  ///< that are suspected no longer
  std::int64_t growths = 0;        ///< how often the delay has grown since the start
  std::optional<ServerId> leader = std::nullopt;
  bool operator==(const ExpectedDetectors&) const = default;
};
/// A quorum call that the replica begins.
struct ExpectedCall {
  enum class Phase { kPrepare, kAccept, kCommit };
  Phase phase = Phase::kPrepare;
  Round rnd = 0;
  std::string value = "";  ///< of an Accept or Commit
  bool operator==(const ExpectedCall&) const = default;
};
/// An event, and all that comes of it.
struct ReplicaStep {
  ReplicaEvent event;
  std::optional<ExpectedDetectors> detectors = std::nullopt;
  std::optional<ExpectedCall> call = std::nullopt;
  std::vector<std::string> answers = {};  ///< to clients
  bool operator==(const ReplicaStep&) const = default;
};
struct ReplicaCase {
  std::vector<ReplicaStep> steps;
  bool operator==(const ReplicaCase&) const = default;
};

/// The words of the format, in the order of their enumerations.
inline constexpr const char* kCallReplyWords[] = {"Agree", "Refuse", "Fail"};
inline constexpr const char* kCallPhaseWords[] = {"prepare", "accept", "commit"};

}  // namespace cases
