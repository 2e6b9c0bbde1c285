// The faults that a test case can ask for: one vocabulary for suites, the adapter and its help.
//
// Invariants:
//  1. every kind is one row of FaultForms(): its element, the parts it has, what it means; reader,
//     writer, texts and `adapter faults` all go by that table;
//  2. parts of a Fault that its kind does not have keep their defaults.
// Plain values; distinct objects may be used from different threads.
// Source: docs/paxos_suites.md, "Faults".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cases {

enum class FaultKind {
  kDrop,
  kDelay,
  kDuplicate,
  kReorder,
  kPartition,
  kCrash,
  kSlowDisk,
  kFailedWrite,
  kFalseSuspicion,
  kSecondProposer,
};

/// Messages between replicas: three requests of a proposer, and the reply to each.
enum class MessageKind { kPrepare, kPromise, kAccept, kLearn, kCommit, kCommitted };

/// Where a fault begins or ends: a server has just come to ...
enum class FailurePoint {
  kStart,             ///< its start, before anything is sent
  kPromise,           ///< its first promise, before the reply leaves
  kVote,              ///< its first vote, before the reply leaves
  kPhaseOneQuorum,    ///< a quorum of promises, before anything is sent
  kPhaseTwoQuorum,    ///< a quorum of votes, before anything is sent
  kPhaseThreeQuorum,  ///< a quorum of learners
};

/// Whether and when a server that crashed comes back.
enum class Restart {
  kNever,
  kAtOnce,   ///< before anybody can notice
  kDecided,  ///< when all other live servers have learned
};

/// The second proposer's round, compared with that of the leader.
enum class RoundOrder { kLower, kHigher };

struct Fault {
  FaultKind kind = FaultKind::kDrop;
  /// Names of servers: sender and receiver of a message, one side of a partition, or the one server
  /// that the fault is about.
  std::vector<std::int64_t> servers;
  MessageKind message = MessageKind::kPrepare;
  FailurePoint at = FailurePoint::kStart;
  FailurePoint until = FailurePoint::kPhaseThreeQuorum;
  Restart restart = Restart::kNever;
  RoundOrder round = RoundOrder::kHigher;
  bool operator==(const Fault&) const = default;
};

/// The children of a kind's element, in this order.
struct FaultForm {
  FaultKind kind = FaultKind::kDrop;
  const char* element = "";
  bool message = false;     ///< Message, From, To
  bool one_server = false;  ///< ID
  bool servers = false;     ///< ID, once or more
  bool at = false;          ///< At
  bool until = false;       ///< Until
  bool restart = false;     ///< Restart, 0 or 1
  bool round = false;       ///< Round
  const char* meaning = "";
};
/// All kinds, in the order of FaultKind.
const std::vector<FaultForm>& FaultForms();
const FaultForm& FormOf(FaultKind kind);
/// The form with that element, or null.
const FaultForm* FindFaultForm(std::string_view element);

/// A word of the format and what it means; the rows are in the order of their enumeration.
struct FaultWord {
  const char* name = "";
  const char* meaning = "";
};
const std::vector<FaultWord>& MessageWords();
const std::vector<FaultWord>& PointWords();
const std::vector<FaultWord>& RestartWords();  ///< kNever has an empty name: it is not written
const std::vector<FaultWord>& RoundWords();

const char* NameOf(MessageKind message);
const char* NameOf(FailurePoint point);
const char* NameOf(Restart restart);
const char* NameOf(RoundOrder round);

/// One line: "drop of accept from 8080 to 8081".
std::string ToString(const Fault& fault);

}  // namespace cases
