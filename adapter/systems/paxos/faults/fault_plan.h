// What the faults of one case make of a run of Paxos: what becomes of each message and write, who
// is down, what the test's thread has to do next. It decides only; faulty_transport.h,
// observed_storage.h and cluster.h carry it out.
//
// Which faults there are, and how each goes, is in adapter/faults/ and, where it takes Paxos, in
// protocol_faults.h; here the words of cases and the events of replicas become theirs.
//
// Invariants:
//  1. a fault happens at most once, and counts as happened only when it has come about as a whole:
//     a message that was held back has been let go, a partition has healed after it stopped
//     something, a false suspicion was shared by a replica, a server that should come back has;
//  2. what OnEvent decides holds for the very next message: the caller must not send before;
//  3. without faults everything is delivered and nobody is down.
// Not thread-safe (Monitor guards it).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "adapter/faults/fault_schedule.h"
#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/systems/paxos/faults/protocol_faults.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/types.h"

namespace adapter {

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

class FaultPlan {
 public:
  /// `server_ids`: replica i is the i-th.
  FaultPlan(std::vector<cases::Fault> faults, const std::vector<cases::ServerId>& server_ids);

  /// A message is about to leave.
  Routing Route(const MessageHeader& header);
  /// A message has been handled by its receiver.
  void OnArrived(const MessageHeader& header);
  /// A replica reports something.
  void OnEvent(const paxos::Event& event);
  /// Does a replica take itself for the leader?
  bool Leads(paxos::ReplicaId replica, bool elected) const;
  /// A replica is about to write.
  WriteFate OnWrite(paxos::ReplicaId replica) { return schedule_.OnWrite(replica); }

  bool IsDown(paxos::ReplicaId replica) const { return schedule_.IsDown(replica); }
  /// `replica` is down by a fault, and not because it halted by itself.
  bool IsCrashed(paxos::ReplicaId replica) const { return schedule_.IsCrashed(replica); }
  /// Nobody hears from `replica`, and its time stands still.
  bool IsSilent(paxos::ReplicaId replica) const { return protocol_->silent.contains(replica); }
  /// `replica` waits for what a fault holds back.
  bool IsStalled(paxos::ReplicaId replica) const { return protocol_->stalled == replica; }
  /// Something that a fault has begun is not over.
  bool Pending() const { return schedule_.Pending(); }
  /// Some server that crashes, or will, comes back: its clients ask again.
  bool SomeoneComesBack() const { return schedule_.SomeoneComesBack(); }
  /// Some fault has begun.
  bool Began() const { return schedule_.Began(); }

  /// Faults that have happened since the last call, as in invariant 1.
  std::vector<cases::Fault> TakeNews();

  // What the test's thread has to do.
  /// Somebody must be taken down or brought back, or something that was held back must go on.
  bool HasDueActions(bool all_learned) const { return schedule_.HasDueActions(all_learned); }
  /// Faults that hold nothing back any more, since the last call.
  std::vector<std::size_t> TakeReleased() { return schedule_.TakeReleased(); }
  /// Replicas that crashed since the last call: they must be taken down.
  std::vector<paxos::ReplicaId> TakeCrashed() { return schedule_.TakeCrashed(); }
  /// Replicas that are to come back now; none that has crashed since the last TakeCrashed and so
  /// was not taken down yet. `all_learned`: all other live ones have learned.
  std::vector<paxos::ReplicaId> DueToRestart(bool all_learned) const {
    return schedule_.DueToRestart(all_learned);
  }
  /// `replica` begins to come back: it is not down any more.
  void OnRestart(paxos::ReplicaId replica) { schedule_.OnRestart(replica); }
  /// `replica` has come back: the others can reach it, and its fault has happened.
  void OnRestarted(paxos::ReplicaId replica) { schedule_.OnRestarted(replica); }
  /// The replica that must be told once more who leads, so that it takes itself for the leader.
  std::optional<paxos::ReplicaId> SecondProposer() const { return protocol_->second_proposer; }

 private:
  std::vector<std::unique_ptr<PlannedFault>> Plan(const std::vector<cases::ServerId>& server_ids);

  std::vector<cases::Fault> faults_;
  // At an address of its own: protocol faults refer to it.
  std::unique_ptr<ProtocolCourse> protocol_;
  std::vector<ProtocolFault*> protocol_faults_;  // of schedule_
  FaultSchedule schedule_;
};

}  // namespace adapter
