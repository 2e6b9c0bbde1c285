// Test suites as values: what the XML files of the published Paxos suites say, and nothing of how
// they say it (that is reader.h and writer.h).
//
// Invariants of a Suite that the reader returned or the writer accepts:
//  1. every case holds the alternative that `kind` names;
//  2. configuration.server_ids are distinct and as many as system_size (or none in kinds kAcceptor,
//     kFailureDetector, kLeaderChange, kLearner, kStorage, kConfiguration and kWire, whose cases do
//     not need them); every server that a case names is one of them; 1 <= quorum_size <=
//     system_size;
//  3. numbers and texts are as written: a vote with rnd 0 and an empty value means "no vote yet",
//     a reply with rnd 0 among replies of another round means "refused" (docs/suite_format.md).
// All types are plain values; distinct objects may be used from different threads.
// Source: the suites of Wang et al., "Model-based testing of the Gorums framework / single-decree
// Paxos" (wruiwr/singlepaxosgo), as collected in the corpus.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cases/configuration_case.h"
#include "adapter/systems/paxos/cases/fault.h"
#include "adapter/systems/paxos/cases/storage_case.h"
#include "adapter/systems/paxos/cases/wire_case.h"

namespace cases {

/// Names a replica; replica i of the system is the i-th id. A name, never a port.
using ServerId = std::int64_t;
/// A Paxos round as the file writes it.
using Round = std::int64_t;

/// What a suite's cases exercise. The published names are in comments.
enum class Kind {
  kSystem,           ///< "system": whole replicas, clients and failures
  kPrepareQf,        ///< "qfprepare": the quorum function of Prepare
  kAcceptQf,         ///< "qfaccept": the quorum function of Accept
  kCommitQf,         ///< "qfcommit": the quorum function of Commit
  kAcceptor,         ///< "acceptortest": message sequences against one acceptor
  kFailureDetector,  ///< "timeouttest": one time-out of the failure detector
  kLeaderChange,     ///< "leaderchangetest": leaders in order as each one fails
  kQuorumCall,       ///< "quorumcalltest", an extension: one quorum call, or two in a row
  kLearner,          ///< "learnertest", an extension: sequences of Commits to one learner
  kStorage,          ///< "storagetest", an extension: the durable log through crashes
  kConfiguration,    ///< "configurationtest", an extension: what a replica is told at its start
  kWire,             ///< "wiretest", an extension: messages to a server through its life
};

struct Configuration {
  int system_size = 0;
  int quorum_size = 0;
  std::vector<ServerId> server_ids;
  int failure_phase_one = 0;  ///< at most this many leaders fail after their phase-one quorum
  int failure_phase_two = 0;
  bool operator==(const Configuration&) const = default;
};

struct Prepare {
  Round rnd = 0;
  bool operator==(const Prepare&) const = default;
};
struct Promise {
  Round rnd = 0;
  Round vrnd = 0;
  std::string vval;
  bool operator==(const Promise&) const = default;
};
struct Accept {
  Round rnd = 0;
  std::string val;
  bool operator==(const Accept&) const = default;
};
struct Learn {
  Round rnd = 0;
  std::string vval;
  bool operator==(const Learn&) const = default;
};

/// Replies in, "is it a quorum?" and the combined reply out; `combined` is absent without a quorum.
struct PrepareQfCase {
  std::vector<Promise> replies;
  bool quorum = false;
  std::optional<Promise> combined;
  bool operator==(const PrepareQfCase&) const = default;
};
struct AcceptQfCase {
  std::vector<Learn> replies;
  bool quorum = false;
  std::optional<Learn> combined;
  bool operator==(const AcceptQfCase&) const = default;
};
/// Commit's replies are empty, so that only their number counts.
struct CommitQfCase {
  int replies = 0;
  bool quorum = false;
  bool operator==(const CommitQfCase&) const = default;
};

/// Extension: the acceptor goes, and a new one starts from what it has saved.
struct RestartAcceptor {
  bool operator==(const RestartAcceptor&) const = default;
};

/// One message to the acceptor and what it must answer; no `reply` where it must refuse, and to a
/// restart.
struct AcceptorStep {
  std::variant<Prepare, Accept, RestartAcceptor> request;
  std::optional<std::variant<Promise, Learn>> reply;
  bool operator==(const AcceptorStep&) const = default;
};
struct AcceptorCase {
  std::vector<AcceptorStep> steps;
  bool operator==(const AcceptorCase&) const = default;
};

/// One time-out: who answered pings since the last one, who was suspected before, who must be
/// suspected after. The three vectors are parallel to server_ids.
struct FailureDetectorCase {
  std::vector<ServerId> server_ids;
  std::vector<bool> alive;
  std::vector<bool> suspected;
  std::vector<bool> expect_suspected;
  /// Extension: who answered a ping of an earlier period since the last time-out.
  std::optional<std::vector<bool>> late = std::nullopt;
  /// Extensions; nothing: not compared. Does the delay grow, and whom does the time-out report?
  std::optional<bool> expect_longer = std::nullopt;
  std::optional<std::vector<ServerId>> expect_newly_suspected = std::nullopt;
  std::optional<std::vector<ServerId>> expect_restored = std::nullopt;
  bool operator==(const FailureDetectorCase&) const = default;
};

/// The leaders in order when each leader but the last one fails in turn.
struct LeaderChangeCase {
  std::vector<ServerId> server_ids;
  std::vector<ServerId> leaders;
  bool operator==(const LeaderChangeCase&) const = default;
};

/// What happens in a quorum call: a result of `server`, or (without one) the next call begins.
struct QuorumCallEvent {
  enum class Type {
    kReply,
    kError,
    kNextCall,
    kLateReply,  ///< to the call before
    kLateError,  ///< of the call before
    kCancel,     ///< the caller gives the call up
    kDeadline,   ///< its deadline passes
    kClose,      ///< the caller closes its nodes, for good
  };
  Type type = Type::kReply;
  ServerId server = 0;
  bool operator==(const QuorumCallEvent&) const = default;
};
/// How a quorum call ends.
struct QuorumCallEnd {
  enum class Cause { kIncomplete, kDeadline, kCancelled };
  std::int64_t after = 0;            ///< this many of the case's events; 0: at once
  bool quorum = false;               ///< otherwise it ends for its cause
  std::int64_t replies = 0;          ///< how many count
  Cause cause = Cause::kIncomplete;  ///< meaningful without a quorum only
  bool operator==(const QuorumCallEnd&) const = default;
};
/// A quorum call of all servers with a quorum function that wants quorum_size replies. When
/// kNextCall is among the events, a second such call follows. Each may be given up once, by a
/// kCancel, kDeadline or kClose.
struct QuorumCallCase {
  std::vector<ServerId> skipped;  ///< have no argument, in either call
  std::vector<QuorumCallEvent> events;
  std::vector<ServerId> requests;   ///< the servers that each call is sent to
  std::vector<QuorumCallEnd> ends;  ///< one for each call
  bool operator==(const QuorumCallCase&) const = default;
};

/// A Commit to the learner, and what it must have learned after it.
struct Commit {
  Round rnd = 0;
  std::string val;
  bool operator==(const Commit&) const = default;
};
struct LearnerStep {
  Commit commit;
  Commit learned;  ///< the value and the round of the Commit that it is from
  bool operator==(const LearnerStep&) const = default;
};
struct LearnerCase {
  std::vector<LearnerStep> steps;
  bool operator==(const LearnerCase&) const = default;
};

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
  bool operator==(const SystemCase&) const = default;
};

using CaseContent =
    std::variant<SystemCase, PrepareQfCase, AcceptQfCase, CommitQfCase, AcceptorCase,
                 FailureDetectorCase, LeaderChangeCase, QuorumCallCase, LearnerCase, StorageCase,
                 ConfigurationCase, WireCase>;

struct TestCase {
  std::string id;  ///< CaseID as written; unique in its suite
  CaseContent content;
  int line = 0;  ///< of its start tag, 1-based; 0 when it was not read from a file

  /// By id and content; the line does not count.
  bool operator==(const TestCase& other) const {
    return id == other.id && content == other.content;
  }
};

/// How test cases are found: by seeded random runs, or in the whole state space.
enum class Method { kSimulation, kStateSpace };

/// How a generated suite was made, so that anybody can make it again (extension element Generated).
struct Provenance {
  std::string generator;      ///< program and version; may be empty
  std::string model;          ///< as given to the program
  std::string specification;  ///< name of the test case specification
  Method method = Method::kStateSpace;
  std::optional<std::uint64_t> seed;  ///< always there for simulations
  std::optional<std::uint64_t> runs;  ///< number of simulations; there for simulations only
  std::vector<std::pair<std::string, std::string>> parameters;  ///< all of the model's, in order
  bool operator==(const Provenance&) const = default;
};

struct Suite {
  std::string name;  ///< TestName
  Kind kind = Kind::kSystem;
  Configuration configuration;
  std::vector<TestCase> cases;           ///< at least one
  std::optional<Provenance> provenance;  ///< absent in suites made by hand or by others
  std::string file;                      ///< path it was read from; empty when it was not

  /// By content; `file` does not count.
  bool operator==(const Suite& other) const {
    return name == other.name && kind == other.kind && configuration == other.configuration &&
           cases == other.cases && provenance == other.provenance;
  }
};

/// The published name of a kind: "system", "qfprepare", "qfaccept", "qfcommit", "acceptortest",
/// "timeouttest", "leaderchangetest", "quorumcalltest", "learnertest", "storagetest",
/// "configurationtest",
/// "wiretest".
const char* KindName(Kind kind);
/// Whether suites of the kind may leave out the servers (invariant 2).
bool MayOmitServers(Kind kind);
/// "simulation" or "state-space".
const char* MethodName(Method method);

}  // namespace cases
