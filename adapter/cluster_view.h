// What is known of a running cluster, from what its replicas and clients reported: the log for the
// oracles, and the few facts that decide when a test may go on.
//
// Invariants: only what was reported is in it; facts only grow, except whom a replica trusts and
// suspects. Not thread-safe (Monitor guards it).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "oracles/expected.h"
#include "oracles/observation.h"
#include "sut/paxos/instrumentation.h"

namespace adapter {

class ClusterView {
 public:
  /// Replica i is named server_ids[i]; clients are 0 .. clients - 1.
  ClusterView(std::vector<suite::ServerId> server_ids, int clients);

  void OnEvent(const paxos::Event& event);
  /// Leader `replica` is told to fail after its quorum of `phase`; it reports when it has.
  void OnFailureInjected(paxos::NodeId replica, int phase);
  void OnProposed(int client, const std::string& value);
  void OnAnswered(int client, const std::string& value);
  /// A client gave up; `reason` is for the user.
  void OnClientFailed(int client, const std::string& reason);

  const std::vector<oracles::Event>& log() const { return log_; }
  suite::ServerId NameOf(paxos::NodeId replica) const;
  /// Failures that have happened, in order.
  const std::vector<suite::LeaderFailure>& failures() const { return failures_; }
  /// By client; nothing: not answered.
  const std::vector<std::optional<std::string>>& responses() const { return responses_; }
  const std::vector<std::string>& client_errors() const { return client_errors_; }

  bool AllFailed() const;
  bool AllAnswered() const;
  /// Every replica has learned, and a leader knows that a quorum has. Holds without clients.
  bool AllCommitted() const;
  /// Every live replica has finished all pings of its failure detector's period `period`.
  bool PingsDone(std::int64_t period) const;
  /// Every live replica suspects every failed one, and trusts a live one.
  bool FailuresNoticed() const;
  /// How many phases of live leaders have failed.
  int failed_phases() const { return failed_phases_; }

  /// What a run still lacks, for the user: "the answer to client 1 (last event: 8081 learns "a")".
  std::string Missing() const;
  /// The same for PingsDone.
  std::string MissingPings(std::int64_t period) const;

 private:
  struct Replica {
    std::optional<paxos::NodeId> leader;
    std::set<paxos::NodeId> suspects;
    std::int64_t pings_done = 0;  // the last period whose pings are done
    bool learned = false;
    bool failed = false;
    int failing_phase = 0;  // of the failure that was injected
  };

  bool Noticed(const Replica& replica) const;
  void Track(const paxos::Event& event, Replica& replica);

  std::vector<suite::ServerId> server_ids_;
  std::vector<Replica> replicas_;
  std::vector<oracles::Event> log_;
  std::vector<suite::LeaderFailure> failures_;
  std::vector<std::optional<std::string>> responses_;
  std::vector<std::string> client_errors_;
  int failed_phases_ = 0;
  bool committed_ = false;
};

/// Leaders in the order in which the replicas elected them. Those that did not fail must have seen
/// the same leaders, and those that did the first of them; if not, `disagreement` says who saw
/// what.
struct LeaderOrder {
  std::vector<suite::ServerId> leaders;
  std::string disagreement;
};
LeaderOrder OrderOfLeaders(const std::vector<oracles::Event>& log,
                           const std::vector<suite::LeaderFailure>& failures);

}  // namespace adapter
