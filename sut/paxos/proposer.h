// The proposer: takes the replica through phases one to three while it is the leader. A pure state
// machine; its calls go out through Calls, their outcomes come back as events.
//
// Invariants:
//  1. its rounds are its own (rnd mod n is its id) and rise; it is in one round at a time, and
//     outcomes of other rounds change nothing;
//  2. phase two proposes the vote with the highest rnd among the promises, else its own value: one
//     of the pending ones, chosen when the round begins;
//  3. it begins a round when it is the leader, has a pending value and nothing is learned; when a
//     phase fails or is refused, it tries again after a while with its next round above all rounds
//     seen in refusals;
//  4. a leader that knows the decided value commits it until a quorum of learners has it;
//  5. told to fail, it proposes nothing any more.
// Not thread-safe: one event at a time. Source: Lamport, "Paxos Made Simple" (2001), section 2.2.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quorum/types.h"
#include "sut/paxos/instrumentation.h"
#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/types.h"

namespace paxos {

class Proposer {
 public:
  /// What a proposer has done for it. Each call must come back as one On...Done with the same
  /// request, and RetryLater as one OnRetry, but never inside the call.
  class Calls {
   public:
    virtual ~Calls() = default;
    virtual void Prepare(const PrepareRequest& request) = 0;
    virtual void Accept(const AcceptRequest& request) = 0;
    virtual void Commit(const CommitRequest& request) = 0;
    virtual void RetryLater() = 0;
  };

  /// The proposer of replica `id` of `replicas`. `calls` must outlive it.
  Proposer(NodeId id, int replicas, Calls& calls, Probe probe);

  /// Who is the leader now.
  void OnLeader(std::optional<NodeId> leader);
  /// A client's value is pending from now on.
  void OnClientRequest(const std::string& value);
  /// This replica's learner learned the decided value of round `rnd`.
  void OnLearned(Round rnd, const std::string& value);

  void OnPrepareDone(const PrepareRequest& request, const quorum::Outcome<PrepareReply>& outcome);
  void OnAcceptDone(const AcceptRequest& request, const quorum::Outcome<AcceptReply>& outcome);
  void OnCommitDone(const CommitRequest& request, const quorum::Outcome<CommitReply>& outcome);
  void OnRetry();

  /// It was told to fail.
  bool failed() const { return phase_ == Phase::kFailed; }
  /// Its round, once it has begun one.
  std::optional<Round> crnd() const { return crnd_; }

 private:
  enum class Phase { kIdle, kOne, kTwo, kThree, kWaiting, kCommitted, kFailed };

  void Advance();
  void BeginRound(const std::string& own);
  void Commit(Round rnd, const std::string& value);
  void Retry(Round rnd, std::optional<Round> promised);
  void Fail();

  const NodeId id_;
  const int replicas_;
  Calls& calls_;
  Probe probe_;
  Phase phase_ = Phase::kIdle;
  bool leader_ = false;
  std::optional<Round> crnd_;
  std::optional<Round> highest_;  // round seen in a refusal
  std::string own_;               // own value of this round
  std::vector<std::string> pending_;
  std::optional<CommitRequest> decided_;
};

}  // namespace paxos
