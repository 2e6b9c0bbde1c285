// What is known of a running cluster, from what its replicas and clients reported: the log for the
// oracles, and the few facts that decide when a test may go on.
//
// Invariants:
//  1. it holds only what was reported;
//  2. a fact stays, except whom a replica trusts and suspects, and the facts of a replica that
//     crashed;
//  3. what a replica reports after its crash does not count.
// Not thread-safe (Monitor guards it).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cluster/client_reach.h"
#include "adapter/systems/paxos/faults/fault_plan.h"
#include "adapter/systems/paxos/oracles/event_steps.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "adapter/systems/paxos/oracles/observation.h"
#include "sut/paxos/roles/instrumentation.h"

namespace adapter {

class ClusterView {
 public:
  /// Replica i is named server_ids[i]; clients are 0 .. clients - 1. `reaches` is by client; none:
  /// each client reaches all replicas.
  ClusterView(std::vector<cases::ServerId> server_ids, int clients,
              std::vector<cases::Fault> faults = {}, std::vector<ClientReach> reaches = {});

  void OnEvent(const paxos::Event& event);
  /// Leader `replica` is told to fail after its quorum of `phase`; it reports when it has.
  void OnFailureInjected(paxos::ReplicaId replica, int phase);
  void OnProposed(int client, const std::string& value);
  void OnAnswered(int client, const std::string& value);
  /// The disk of `replica` holds this from now on.
  void OnSaved(paxos::ReplicaId replica, const oracles::Saved& saved);
  /// The failure detector of `replica` begins a period that is to last so long.
  void OnPeriodBegan(paxos::ReplicaId replica, paxos::Duration period);
  /// `replica` begins to come back after a crash: nothing counts that it reported before.
  void OnRestart(paxos::ReplicaId replica);
  /// `replica` has come back: the others can reach it.
  void OnRestarted(paxos::ReplicaId replica);
  /// `replica` begins a call. Returns the replica's incarnation.
  int OnCallBegun(paxos::ReplicaId replica);
  /// A call that `replica` began in that incarnation has ended, and so has all that it set off.
  void OnCallOver(paxos::ReplicaId replica, int incarnation);
  /// What becomes of a message that is about to leave. Logs the faults that happen by that.
  Routing Route(const MessageHeader& header);
  void OnArrived(const MessageHeader& header);
  bool Leads(paxos::ReplicaId replica, bool elected);
  WriteFate OnWrite(paxos::ReplicaId replica);
  /// A client gave up; `reason` is for the user.
  void OnClientFailed(int client, const std::string& reason);
  /// The process of `replica` has ended; `how` is for the user. Counts unless the replica is down.
  void OnProcessEnded(paxos::ReplicaId replica, const std::string& how);

  const std::vector<oracles::Event>& log() const { return log_; }
  /// When the events of the log were reported, in microseconds since the view was made.
  std::vector<std::int64_t> times() const;
  /// Crashes that faults brought about, in order.
  const std::vector<oracles::Crash>& crashes() const { return crashes_; }
  cases::ServerId NameOf(paxos::ReplicaId replica) const;
  /// Failures that have happened, in order.
  const std::vector<cases::LeaderFailure>& failures() const { return failures_; }
  /// Faults that have happened, in order.
  const std::vector<cases::Fault>& happened() const { return happened_; }
  FaultPlan& plan() { return plan_; }
  const FaultPlan& plan() const { return plan_; }
  /// The answers by client; nothing: not answered.
  const std::vector<std::optional<std::string>>& responses() const { return responses_; }
  const std::vector<std::string>& client_errors() const { return client_errors_; }
  /// Processes that ended though their replicas are not down.
  const std::vector<oracles::Mismatch>& broken_processes() const { return broken_processes_; }
  /// What no replica may report, whatever a case expects; of each kind the first.
  const std::vector<oracles::Mismatch>& wrong_reports() const { return wrong_reports_; }
  /// Replicas that halted since their storage failed, in order.
  const std::vector<cases::ServerId>& halted() const { return halted_; }
  /// The fewest replicas that had ever learned when a leader said that a quorum had; nothing: no
  /// leader said so.
  std::optional<int> learners_of_quorum() const { return learners_of_quorum_; }

  bool AllFailed() const;
  bool AllAnswered() const;
  /// Every replica that is not down has learned, and a leader knows that a quorum has. Holds
  /// without clients.
  bool AllCommitted() const;
  /// All replicas that are not down have learned.
  bool AllLearned() const;
  /// Every replica that is not down has answered each client whose request it got.
  bool AllServed() const;
  /// The period that the failure detector of `replica` is in: 1, 2, ...
  std::int64_t PeriodOf(paxos::ReplicaId replica) const;
  /// Time passes for `replica`: it has not failed, and is neither down nor silent.
  bool HasTime(paxos::ReplicaId replica) const;
  /// All pings of the period of `replica` have ended. True for a replica without time.
  bool PingsDone(paxos::ReplicaId replica) const;
  bool AllPingsDone() const;
  /// Some replica that has time is in the middle of a phase.
  bool SomeoneIsBusy() const;
  /// Every live replica suspects exactly those that failed, are down or silent, trusts none of
  /// them, and is not in the middle of a time-out, in which it may elect yet.
  bool FailuresNoticed() const;
  /// Clients do not reach all replicas, and nothing will happen any more: all that can be answered
  /// is, nobody is in the middle of anything, and who leads has nothing to propose.
  bool AtRest() const;
  /// Some proposer has begun a round.
  bool HasBegun() const { return has_begun_; }
  /// Some call of a replica that is not down is not over, also one that a quorum did not wait for.
  bool HasCalls() const;
  /// How many phases of live leaders have failed.
  int failed_phases() const { return failed_phases_; }

  /// What a run still lacks, for the user: "the answer to client 1 (last event: 8081 learns "a")".
  std::string Missing() const;
  /// What AllPingsDone() lacks, for the user; empty when it holds.
  std::string MissingPings() const;

 private:
  struct Replica {
    std::optional<paxos::ReplicaId> leader;
    std::set<paxos::ReplicaId> suspects;
    std::int64_t period = 1;
    std::int64_t pings_done = 0;  // the last period whose pings are done
    bool busy = false;            // in the middle of a phase
    bool in_timeout = false;      // its period has ended, and the next one not begun
    bool learned = false;
    std::optional<std::string> value;  // that it learned, in any incarnation
    int incarnation = 0;               // times that it has come back
    int calls = 0;                     // begun in this incarnation and not over
    int clients = 0;                   // whose requests it got and has not answered
    int requests = 0;                  // of clients that it got in this incarnation
    bool failed = false;
    int failing_phase = 0;  // of the failure that was injected
  };

  bool IsLive(std::size_t replica) const;
  bool Noticed(std::size_t replica) const;
  bool IsAway(paxos::ReplicaId replica) const;
  int Learners(const ClientReach& reach) const;
  bool HasQuorum(const ClientReach& reach) const;
  bool HasAllRequests(paxos::ReplicaId replica) const;
  void Log(oracles::Event event);
  void LogNews();
  void SeeCrashes();
  std::int64_t Since(std::chrono::steady_clock::time_point time) const;
  void Track(const paxos::Event& event, Replica& replica);
  void CheckReport(const paxos::Event& event, const Replica& replica);
  void NoteWrong(const std::string& what, const std::string& expected, const std::string& observed);

  std::vector<cases::ServerId> server_ids_;
  const bool has_faults_;
  std::vector<Replica> replicas_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::vector<oracles::Event> log_;
  std::vector<std::chrono::steady_clock::time_point> times_;  // of the log
  std::vector<bool> down_;                                    // by replica, when last looked at
  std::vector<oracles::Crash> crashes_;
  FaultPlan plan_;
  std::vector<cases::Fault> happened_;
  std::vector<cases::LeaderFailure> failures_;
  std::vector<ClientReach> reaches_;  // by client
  const bool limited_;                // some client may not reach all
  std::vector<std::optional<std::string>> responses_;
  std::vector<bool> given_up_;  // by client: its call ended, as it had to, without a quorum
  std::vector<std::string> client_errors_;
  std::vector<oracles::Mismatch> broken_processes_;
  std::vector<oracles::Mismatch> wrong_reports_;
  std::vector<cases::ServerId> halted_;
  std::optional<int> learners_of_quorum_;
  std::set<std::string> proposed_;
  int failed_phases_ = 0;
  bool committed_ = false;
  bool has_begun_ = false;
};

/// Leaders in the order in which the replicas elected them. Those that did not fail must have seen
/// the same leaders, and those that did the first of them; if not, `disagreement` says who saw
/// what. After faults, the replica that changed its mind most often tells the order, and the others
/// must have seen some of it, in this order; those that crashed have no say.
struct LeaderOrder {
  std::vector<cases::ServerId> leaders;
  std::string disagreement;
};
LeaderOrder OrderOfLeaders(const std::vector<oracles::Event>& log,
                           const std::vector<cases::LeaderFailure>& failures,
                           const std::vector<cases::Fault>& faults = {});

}  // namespace adapter
