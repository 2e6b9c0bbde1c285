// Where a test looks into a replica and steers it. The points are declared here and nowhere else.
//
// Two kinds of use, kept apart: OBSERVE tells what happened and changes nothing; DECIDE asks what
// to do. Without PAXOS_INSTRUMENTATION (the CMake target `paxos`, linked into paxos_server) every
// use compiles to nothing and no point name is in the binary; with it (target `paxos_instrumented`,
// linked into the adapter) every replica reports to the Instrumentation that it was given. Roles
// use it through probe.h.
//
// Invariants: calls of one replica come one at a time, in the order of its events; calls of
// different replicas come at the same time from different threads, so implementations must be
// thread-safe. They run inside the replica: be short, never wait for a replica, never stop one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sut/paxos/roles/types.h"

// X(constant, "name"): who reports it and which fields of Event it fills, beyond `replica`.
// clang-format off
#define PAXOS_INSTRUMENTATION_POINTS(X)                                                          \
  /* It starts from what it saved: rnd (its proposer's last), promised, vrnd and vval, value */  \
  /* (the decided one); nothing was saved of fields that are empty. */                           \
  X(kLoaded, "paxos.replica.loaded")                                                             \
  /* Its storage failed, it stops for good: value (the reason). */                               \
  X(kHalted, "paxos.replica.halted")                                                             \
  /* A client's value arrived: value. */                                                         \
  X(kClientRequest, "paxos.replica.client_request")                                              \
  /* A client got its answer: value (the decided one). */                                        \
  X(kClientReply, "paxos.replica.client_reply")                                                  \
  /* This replica takes `about` for the leader from now on. Also reported once at the start. */  \
  X(kLeader, "paxos.leader_detector.leader")                                                     \
  /* The failure detector's period `period` ended, the next one begins. */                       \
  X(kTimeout, "paxos.failure_detector.timeout")                                                  \
  /* All pings of period `period` are answered or failed (never reported by a failed one). */    \
  X(kPingsDone, "paxos.failure_detector.pings_done")                                             \
  /* This replica suspects `about`; restores it. */                                              \
  X(kSuspect, "paxos.failure_detector.suspect")                                                  \
  X(kRestore, "paxos.failure_detector.restore")                                                  \
  /* Which pending value do I take as my own? DECIDE only (ChooseProposal). */                   \
  X(kChooseProposal, "paxos.proposer.choose_proposal")                                           \
  /* Do I lead? DECIDE only (Leads). */                                                          \
  X(kLeads, "paxos.proposer.leads")                                                              \
  /* Phase one begins, a Prepare goes to all: rnd. */                                            \
  X(kPrepareSent, "paxos.proposer.phase_one.prepare")                                            \
  /* Phase one has a quorum: rnd; vrnd and vval of the highest vote, if any. Also DECIDE. */     \
  X(kPhaseOneQuorum, "paxos.proposer.phase_one.quorum")                                          \
  /* Phase two begins, an Accept goes to all: rnd, value. */                                     \
  X(kAcceptSent, "paxos.proposer.phase_two.accept")                                              \
  /* Phase two has a quorum, the value is decided: rnd, value. Also DECIDE. */                   \
  X(kPhaseTwoQuorum, "paxos.proposer.phase_two.quorum")                                          \
  /* Phase three begins, a Commit goes to all: rnd, value. */                                    \
  X(kCommitSent, "paxos.proposer.phase_three.commit")                                            \
  /* Phase three has a quorum: rnd, value. */                                                    \
  X(kPhaseThreeQuorum, "paxos.proposer.phase_three.quorum")                                      \
  /* A phase was refused or failed: rnd; promised (the highest round of a refusal), if any. */   \
  X(kPhaseFailed, "paxos.proposer.phase_failed")                                                 \
  /* This leader failed as it was told to. */                                                    \
  X(kFailed, "paxos.proposer.failed")                                                            \
  /* Answer to Prepare: rnd; vrnd and vval if it has voted. */                                   \
  X(kPromised, "paxos.acceptor.promise")                                                         \
  /* Answer to Prepare: rnd (refused), promised. */                                              \
  X(kPrepareRefused, "paxos.acceptor.refuse_prepare")                                            \
  /* Answer to Accept: rnd, value. */                                                            \
  X(kVoted, "paxos.acceptor.vote")                                                               \
  /* Answer to Accept: rnd (refused), promised. */                                               \
  X(kAcceptRefused, "paxos.acceptor.refuse_accept")                                              \
  /* The acceptor's state changed: promised; vrnd and vval if it has voted. */                   \
  X(kAcceptorState, "paxos.acceptor.state")                                                      \
  /* The learner learned: rnd, value. Once per replica. */                                       \
  X(kLearned, "paxos.learner.learned")
// clang-format on

namespace paxos {

class Transport;

enum class Point {
#define PAXOS_POINT(constant, name) constant,
  PAXOS_INSTRUMENTATION_POINTS(PAXOS_POINT)
#undef PAXOS_POINT
};

/// One thing that happened in one replica. Fields that a point does not fill are empty.
struct Event {
  Point point = Point::kClientRequest;
  ReplicaId replica = 0;                          ///< who reports
  std::optional<ReplicaId> about = std::nullopt;  ///< whom it is about
  std::optional<Round> rnd = std::nullopt;        ///< round of the message or phase
  std::optional<Round> promised = std::nullopt;   ///< the acceptor's round
  std::optional<Round> vrnd = std::nullopt;
  std::optional<std::string> vval = std::nullopt;
  std::optional<std::string> value = std::nullopt;
  std::optional<std::int64_t> period = std::nullopt;  ///< 1, 2, ... per replica
};

/// What a leader does after a quorum.
enum class Action {
  kGo,
  /// Stops proposing for good, and stops answering and sending pings, so that all others suspect
  /// it; its acceptor and learner go on answering.
  kFail,
};

class Instrumentation {
 public:
  virtual ~Instrumentation() = default;

  /// OBSERVE: something happened in a replica.
  virtual void Observe(const Event& event) = 0;
  /// DECIDE, after kPhaseOneQuorum and kPhaseTwoQuorum (each was observed just before).
  virtual Action Decide(const Event& event) = 0;
  /// DECIDE: the index of the pending value (each value once, in the order of arrival, at least
  /// one) that `replica` proposes as its own in a new round; nothing: it waits for the next
  /// request.
  virtual std::optional<std::size_t> ChooseProposal(ReplicaId replica,
                                                    const std::vector<std::string>& pending) = 0;
  /// DECIDE, whenever the proposer of `replica` is told who leads: does it take itself for the
  /// leader? `elected`: its leader detector says so.
  virtual bool Leads([[maybe_unused]] ReplicaId replica, bool elected) { return elected; }
  /// DECIDE, when `replica` comes up: what its calls go through from now on. The result lives at
  /// least as long as the replica; `network` does, too.
  virtual Transport& Decorate([[maybe_unused]] ReplicaId replica, Transport& network) {
    return network;
  }
};

#ifdef PAXOS_INSTRUMENTATION

/// The point's name, e.g. "paxos.proposer.phase_one.quorum".
inline const char* PointName(Point point) {
  switch (point) {
#define PAXOS_POINT(constant, name) \
  case Point::constant:             \
    return name;
    PAXOS_INSTRUMENTATION_POINTS(PAXOS_POINT)
#undef PAXOS_POINT
  }
  return "";
}

#endif  // PAXOS_INSTRUMENTATION

}  // namespace paxos
