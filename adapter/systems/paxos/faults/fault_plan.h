// What the faults of one case make of a run: what becomes of each message and write, who is down,
// what the test's thread has to do next. It decides only; faulty_transport.h, observed_storage.h
// and cluster.h carry it out.
//
// Invariants:
//  1. a fault happens at most once, and counts as happened only when it has come about as a whole:
//     a message that was held back has been let go, a partition has healed after it stopped
//     something, a false suspicion was shared by a replica, a server that should come back has;
//  2. what OnPoint decides holds for the very next message: the caller must not send before;
//  3. without faults everything is delivered and nobody is down.
// Not thread-safe (Monitor guards it).
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "adapter/systems/paxos/cases/cases.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/types.h"

namespace adapter {

/// What becomes of a message.
enum class Fate {
  kDeliver,
  kLose,       ///< its call ends as if the deadline had passed
  kDuplicate,  ///< it arrives twice
  kHold,       ///< it waits until its fault lets it go
};
struct Routing {
  Fate fate = Fate::kDeliver;
  std::size_t fault = 0;  ///< which one holds it; its index in the case
  int incarnation = 0;    ///< of the receiver, by the number of its crashes so far
  bool again = false;     ///< kHold: it is routed once more when it is let go
};

/// What a message of the protocol is, without its content. No kind: a ping or its answer.
struct MessageHeader {
  paxos::ReplicaId from = 0;
  paxos::ReplicaId to = 0;
  std::optional<cases::MessageKind> kind;
  /// Of the sender: a reply that an earlier incarnation sent is lost. Nothing: the present one.
  std::optional<int> incarnation = std::nullopt;
  /// Whose ping it is, or whose ping it answers.
  std::optional<paxos::ReplicaId> pinger = std::nullopt;
};

/// What becomes of a write to the disk.
enum class WriteFate { kWrite, kSlow, kFail, kNothing /* the server is down */ };

class FaultPlan {
 public:
  FaultPlan(std::vector<cases::Fault> faults, std::vector<cases::ServerId> server_ids);

  /// A message is about to leave.
  Routing Route(const MessageHeader& header);
  /// A message has been handled by its receiver.
  void OnArrived(const MessageHeader& header);
  /// A replica reports something.
  void OnEvent(const paxos::Event& event);
  /// Does a replica take itself for the leader?
  bool Leads(paxos::ReplicaId replica, bool elected);
  /// A replica is about to write.
  WriteFate OnWrite(paxos::ReplicaId replica);

  bool IsDown(paxos::ReplicaId replica) const { return down_.contains(replica); }
  /// `replica` is down by a fault, and not because it halted by itself.
  bool IsCrashed(paxos::ReplicaId replica) const {
    return IsDown(replica) && !halted_.contains(replica);
  }
  /// Nobody hears from `replica`, and its time stands still.
  bool IsSilent(paxos::ReplicaId replica) const { return silent_.contains(replica); }
  /// `replica` waits for what a fault holds back.
  bool IsStalled(paxos::ReplicaId replica) const { return stalled_ == replica; }
  /// Something that a fault has begun is not over.
  bool Pending() const;
  /// Some server that crashes, or will, comes back: its clients ask again.
  bool SomeoneComesBack() const;
  /// Some fault has begun.
  bool Began() const { return began_; }

  /// Faults that have happened since the last call, as in invariant 1.
  std::vector<cases::Fault> TakeNews();

  // What the test's thread has to do.
  /// Somebody must be taken down or brought back, or something that was held back must go on.
  bool HasDueActions(bool all_learned) const;
  /// Faults that hold nothing back any more, since the last call.
  std::vector<std::size_t> TakeReleased();
  /// Replicas that crashed since the last call: they must be taken down.
  std::vector<paxos::ReplicaId> TakeCrashed();
  /// Replicas that are to come back now; none that has crashed since the last TakeCrashed and so
  /// was not taken down yet. `all_learned`: all other live ones have learned.
  std::vector<paxos::ReplicaId> DueToRestart(bool all_learned) const;
  /// `replica` begins to come back: it is not down any more.
  void OnRestart(paxos::ReplicaId replica) { down_.erase(replica); }
  /// `replica` has come back: the others can reach it, and its fault has happened.
  void OnRestarted(paxos::ReplicaId replica);
  /// The replica that must be told once more who leads, so that it takes itself for the leader.
  std::optional<paxos::ReplicaId> SecondProposer() const;

 private:
  enum class Stage { kWaiting, kActive, kDone };
  struct State {
    cases::Fault fault;
    Stage stage = Stage::kWaiting;
    bool felt = false;  // a partition has stopped a message; a suspicion was shared
    // Of a partition that has healed: whose period began before. Some pings of such a period were
    // sent before and some after, so none of them gets through: else whom a replica hears from
    // would depend on the order of its pings.
    std::set<paxos::ReplicaId> in_old_period = {};
  };

  paxos::ReplicaId NodeOf(cases::ServerId server) const;
  bool IsAbout(const cases::Fault& fault, paxos::ReplicaId replica) const;
  bool Separates(const State& partition, const MessageHeader& header) const;
  bool IsFirstPrepareBelow(const State& second_proposer, const MessageHeader& header) const;
  std::optional<Routing> RouteByServer(const MessageHeader& header);
  std::optional<Routing> RouteByMessage(const MessageHeader& header);
  void OnPoint(cases::FailurePoint point, paxos::ReplicaId replica);
  void Begin(State& state);
  void End(State& state);
  void FollowSecondProposer(State& state, const paxos::Event& event);

  std::vector<State> states_;
  std::vector<cases::ServerId> server_ids_;
  bool began_ = false;
  std::set<cases::FailurePoint> passed_;  // by any replica
  std::vector<int> incarnations_;         // by replica: its crashes so far
  std::set<paxos::ReplicaId> down_;
  std::set<paxos::ReplicaId> halted_;
  std::set<paxos::ReplicaId> silent_;
  std::optional<paxos::ReplicaId> stalled_;  // the leader that a second proposer overtakes
  std::optional<paxos::ReplicaId> second_proposer_;
  std::optional<paxos::Round> leader_round_;  // of phase one of the leader that is overtaken
  std::vector<cases::Fault> news_;
  std::vector<std::size_t> released_;
  std::vector<paxos::ReplicaId> crashed_;
};

}  // namespace adapter
