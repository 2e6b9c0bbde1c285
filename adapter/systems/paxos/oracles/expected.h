// The expected-output oracles: compare what a test case expects with what was observed.
//
// Invariants:
//  1. every oracle value of a case is compared, each by its own check: a difference gives exactly
//     one Mismatch, and no mismatch means that all of them agreed;
//  2. a check neither stops at the first difference nor depends on the order of the checks.
// Pure functions; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cases/cases.h"
#include "oracles/mismatch.h"

namespace oracles {

struct PrepareQfOutcome {
  bool quorum = false;
  std::optional<cases::Promise> combined;  ///< set exactly when `quorum`
};
struct AcceptQfOutcome {
  bool quorum = false;
  std::optional<cases::Learn> combined;  ///< set exactly when `quorum`
};
struct CommitQfOutcome {
  bool quorum = false;
};
/// One entry per step, in order; nothing where the acceptor refused.
struct AcceptorOutcome {
  std::vector<std::optional<std::variant<cases::Promise, cases::Learn>>> replies;
};
/// Parallel to the case's server_ids.
struct FailureDetectorOutcome {
  std::vector<bool> suspected;
  bool longer = false;                                ///< did the delay grow?
  std::vector<cases::ServerId> newly_suspected = {};  ///< reported, in order
  std::vector<cases::ServerId> restored = {};
};
struct LeaderChangeOutcome {
  std::vector<cases::ServerId> leaders;
};
/// One entry per step, in order; nothing: no value is learned.
struct LearnerOutcome {
  std::vector<std::optional<cases::Commit>> learned;
};
struct StorageOutcome {
  /// What the opening gave, or the word for why it was refused.
  std::variant<cases::StorageContents, std::string> opened;
  /// What no storage may do, each in words: "a save that failed returned".
  std::vector<std::string> misuses = {};
};
/// What became of one start with the case's configuration.
struct StartOutcome {
  std::string who;  ///< "server", "client"
  /// What this one looks at: of the case's defects only these matter to it.
  std::vector<cases::ConfigurationDefect> looks_at;
  /// The words that its refusal can stand for; nothing when it started.
  std::optional<std::vector<std::string>> refusal;
};
struct ConfigurationOutcome {
  std::vector<StartOutcome> starts;
};
struct WireCaseOutcome {
  std::vector<std::string> outcomes;  ///< words; "none" where there was none in time
  cases::WireState state = {};
  /// What no server may do, each in words: "status does not say what is saved".
  std::vector<std::string> misuses = {};
};
struct ConnectionOutcome {
  std::vector<cases::VisitorOutcome> visitors;
  std::vector<cases::HostOutcome> hosts;
  /// What no replica may do, each in words: "after visitor 1 the server answers nobody".
  std::vector<std::string> misuses = {};
};
struct ReplicaOutcome {
  struct Step {
    cases::ExpectedDetectors detectors = {};      ///< as they are after the step
    std::vector<cases::ExpectedCall> calls = {};  ///< that began
    std::vector<std::string> answers = {};        ///< to clients
    /// What no replica may do, each in words: "a round begins that is not saved".
    std::vector<std::string> misuses = {};
  };
  std::vector<Step> steps;
};
struct SystemOutcome {
  std::vector<cases::ServerId> leaders;               ///< distinct leaders in order of election
  std::vector<cases::LeaderFailure> failures;         ///< injected, in order
  std::vector<std::optional<std::string>> responses;  ///< by client; nothing: not answered
  std::vector<cases::Fault> faults = {};              ///< that happened, in order
  std::int64_t failed_phases = 0;                     ///< that ended without a quorum
  std::vector<cases::ServerId> halted = {};           ///< since their storage failed, in order
};

std::vector<Mismatch> Compare(const cases::PrepareQfCase& expected,
                              const PrepareQfOutcome& observed);
std::vector<Mismatch> Compare(const cases::AcceptQfCase& expected, const AcceptQfOutcome& observed);
std::vector<Mismatch> Compare(const cases::CommitQfCase& expected, const CommitQfOutcome& observed);
std::vector<Mismatch> Compare(const cases::AcceptorCase& expected, const AcceptorOutcome& observed);
std::vector<Mismatch> Compare(const cases::FailureDetectorCase& expected,
                              const FailureDetectorOutcome& observed);
std::vector<Mismatch> Compare(const cases::LeaderChangeCase& expected,
                              const LeaderChangeOutcome& observed);
std::vector<Mismatch> Compare(const cases::LearnerCase& expected, const LearnerOutcome& observed);
std::vector<Mismatch> Compare(const cases::StorageCase& expected, const StorageOutcome& observed);
/// Each start is refused exactly when it looks at a defect, and for one of those.
std::vector<Mismatch> Compare(const cases::ConfigurationCase& expected,
                              const ConfigurationOutcome& observed);
std::vector<Mismatch> Compare(const cases::WireCase& expected, const WireCaseOutcome& observed);
std::vector<Mismatch> Compare(const cases::ConnectionCase& expected,
                              const ConnectionOutcome& observed);
/// In each step: detectors where the case expects some; the call that begins, or that none does.
std::vector<Mismatch> Compare(const cases::ReplicaCase& expected, const ReplicaOutcome& observed);
/// Leaders are compared in order. Every client must be answered but those that must not be, and the
/// distinct answers must be the distinct expected responses. Every failure of the case must have
/// happened: one that names a replica that never led would otherwise pass unnoticed; and so must
/// every fault. Those replicas halt whose write fails, and no others. An open response is one that
/// some client proposed.
std::vector<Mismatch> Compare(const cases::SystemCase& expected, const SystemOutcome& observed);

}  // namespace oracles
