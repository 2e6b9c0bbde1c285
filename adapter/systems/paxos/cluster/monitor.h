// What the adapter sees of a running cluster, and what it decides there: the Instrumentation of all
// replicas, and the fates of their messages and writes.
//
// Invariants:
//  1. everything that is reported goes to the ClusterView in the order in which it came, under one
//     lock: an event is in the log before the replica acts on it;
//  2. a failure that the case asks for is injected once: when that leader asks after that phase;
//  3. nothing waits inside a replica; only the test's thread waits, and never beyond its deadline.
// Thread-safe. Must outlive the replicas and clients that report to it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cluster/client_reach.h"
#include "adapter/systems/paxos/cluster/cluster_view.h"
#include "adapter/systems/paxos/faults/message_fates.h"
#include "sut/paxos/roles/instrumentation.h"

namespace adapter {

/// What a case decides for the replicas.
struct Decisions {
  std::vector<cases::LeaderFailure> failures = {};
  /// This many leaders fail after phase one, whoever they are.
  int any_leader_failures = 0;
  /// A leader that is not named here proposes the first value that came.
  std::vector<cases::LeaderProposal> proposals = {};
  std::vector<cases::Fault> faults = {};
  /// By client; none: each client reaches all replicas.
  std::vector<ClientReach> reaches = {};
};

class Monitor : public paxos::Instrumentation, public MessageFates {
 public:
  using Deadline = std::chrono::steady_clock::time_point;
  using Condition = std::function<bool(const ClusterView&)>;

  Monitor(std::vector<cases::ServerId> server_ids, int clients, Decisions decisions);

  void Observe(const paxos::Event& event) override;
  paxos::Action Decide(const paxos::Event& event) override;
  std::optional<std::size_t> ChooseProposal(paxos::ReplicaId replica,
                                            const std::vector<std::string>& pending) override;
  bool Leads(paxos::ReplicaId replica, bool elected) override;

  Routing Route(const MessageHeader& header) override;
  void Arrived(const MessageHeader& header) override;
  int CallBegun(paxos::ReplicaId replica) override;
  void CallOver(paxos::ReplicaId replica, int incarnation) override;
  WriteFate Write(paxos::ReplicaId replica) override;
  void Saved(paxos::ReplicaId replica, const oracles::Saved& saved) override;

  /// Each of these reports to the ClusterView, by its function of the same name (OnProposed, ...).
  void Proposed(int client, const std::string& value);
  void Answered(int client, const std::string& value);
  void ClientFailed(int client, const std::string& reason);
  void ProcessEnded(paxos::ReplicaId replica, const std::string& how);
  void Restart(paxos::ReplicaId replica);
  void Restarted(paxos::ReplicaId replica);
  void PeriodBegan(paxos::ReplicaId replica, paxos::Duration period);

  /// Waits until the condition holds; false: it did not before the deadline. One waiter at a time.
  bool WaitFor(const Condition& condition, Deadline deadline);

  /// Waits for `span`, or until something is reported; true: nothing was. One waiter at a time.
  bool IsStill(std::chrono::milliseconds span);

  /// Calls `function` with the plan of faults, under the lock.
  template <typename Function>
  auto Plan(Function function) {
    const std::lock_guard lock(mutex_);
    return function(view_.plan());
  }

  /// Calls `function` with the view as it is now, under the lock.
  template <typename Function>
  auto Look(Function function) const {
    const std::lock_guard lock(mutex_);
    return function(view_);
  }

  /// The suite's name of a replica.
  cases::ServerId NameOf(paxos::ReplicaId replica) const {
    return Look([&](const ClusterView& view) { return view.NameOf(replica); });
  }

 private:
  template <typename Change>
  auto Update(Change change);
  bool TakeFailure(paxos::ReplicaId replica, int phase);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  ClusterView view_;
  Decisions decisions_;                   // what is left of them
  std::uint64_t reports_ = 0;             // so far
  const Condition* condition_ = nullptr;  // of the waiter
};

}  // namespace adapter
