// The proposer: takes the replica through phases one to three while it is the leader. A pure state
// machine; its calls go out through Calls, their outcomes come back as events.
//
// Invariants:
//  1. its rounds are its own (rnd mod n is its id) and rise, over restarts, too: a round is saved
//     before it begins. It is in one round at a time, and outcomes of other rounds change nothing;
//  2. phase two proposes the vote with the highest rnd among the promises, else its own value: one
//     of the pending ones, chosen when the round begins;
//  3. it begins a round when it is the leader, nothing is decided, and it has a pending value or
//     has heard of a vote, whose value may be chosen without anyone knowing. Without a value of its
//     own it proposes the highest vote among the promises, or nothing when there is none;
//  4. after a phase that failed or was refused it begins its next round, above all rounds seen in
//     refusals, at the next event, which is the failure detector's next period at the latest;
//  5. a leader that knows the decided value commits it until a quorum of learners has it, and again
//     at the next event when a replica turns out not to know it;
//  6. told to fail, it proposes nothing any more.
// Not thread-safe: one event at a time. Source: Lamport, "Paxos Made Simple" (2001), section 2.2.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quorum/types.h"
#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/state_sink.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

class Proposer {
 public:
  /// The quorum calls that a proposer makes. Each ends with exactly one call of the proposer's
  /// On...Done, never inside the function itself. The proposer makes one call at a time.
  class Calls {
   public:
    virtual ~Calls() = default;
    virtual void Prepare(const PrepareRequest& request) = 0;
    virtual void Accept(const AcceptRequest& request) = 0;
    virtual void Commit(const CommitRequest& request) = 0;
  };

  /// The proposer of replica `id` of `replicas`. `storage` and `calls` must outlive it.
  Proposer(ReplicaId id, int replicas, Storage& storage, Calls& calls, Probe probe);

  /// Who is the leader now. Told at every period of the failure detector, too.
  void OnLeader(std::optional<ReplicaId> leader);
  /// A client's value is pending from now on.
  void OnClientRequest(const std::string& value);
  /// A replica said that it does not know the decided value: a Commit was lost, or it restarted.
  void OnUnlearned();
  /// An acceptor has voted in round `vrnd`. Counts from the next event on.
  void OnVote(Round vrnd);
  /// This replica was told the decided value. What the proposer knows already stays.
  void OnLearned(const CommitRequest& decided);

  void OnPrepareDone(const quorum::Outcome<PrepareReply>& outcome);
  void OnAcceptDone(const quorum::Outcome<AcceptReply>& outcome);
  void OnCommitDone(const quorum::Outcome<CommitReply>& outcome);

  /// True when it was told to fail.
  bool failed() const { return phase_ == Phase::kFailed; }
  /// The last round that it began, also in an earlier incarnation.
  std::optional<Round> crnd() const { return crnd_; }
#ifdef PAXOS_INSTRUMENTATION
  void Describe(StateSink& sink) const;
#endif

 private:
  enum class Phase { kIdle, kOne, kTwo, kThree, kCommitted, kFailed };

  void Advance();
  void BeginRound(std::optional<std::string> own);
  void Commit();
  bool Ended(bool ok, std::optional<Round> promised);
  void Fail();

  const ReplicaId id_;
  const int replicas_;
  Storage& storage_;
  Calls& calls_;
  Probe probe_;
  Phase phase_ = Phase::kIdle;
  bool leader_ = false;
  std::optional<Round> crnd_;
  std::optional<Round> refused_;  // the highest round seen in a refusal
  std::optional<Round> voted_;    // the highest round that an acceptor is known to have voted in
  std::optional<Round> settled_;  // no vote in or below this round can be chosen
  std::vector<std::string> pending_;
  std::optional<std::string> own_;  // of this round
  AcceptRequest accept_;            // of this round
  std::optional<CommitRequest> decided_;
};

}  // namespace paxos
