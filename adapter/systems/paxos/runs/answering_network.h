// What one replica sends, kept until a case answers it: its quorum calls and its pings.
//
// Invariants: a call is what the replica sent the same to all; a reply that no message waits for
// changes nothing but the misuses. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "adapter/systems/paxos/cases/replica_case.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/transport.h"
#include "sut/paxos/roles/types.h"

namespace adapter {

class AnsweringNetwork : public paxos::Transport {
 public:
  /// Forgets everything: a new replica starts with this configuration and storage, which must
  /// outlive it.
  void Reset(const paxos::ReplicaConfig& config, const paxos::Storage& storage);

  /// The next period begins; the first one after Reset has number 1.
  void BeginPeriod();
  /// The replica's ping to `from` is answered.
  void Answer(paxos::ReplicaId from, const cases::PingAnswer& answer);

  /// Names the call that began last. 0: there is none.
  std::size_t current_call() const { return calls_.size(); }
  /// The call's message to `from` gets this result.
  void Reply(std::size_t call, paxos::ReplicaId from, const cases::CallReply& reply);

  /// The calls that began since the last TakeCalls.
  std::vector<cases::ExpectedCall> TakeCalls();
  /// What no replica may do, since the last TakeMisuses, each in words.
  std::vector<std::string> TakeMisuses();

  void Prepare(paxos::ReplicaId to, const paxos::PrepareRequest& request, paxos::Duration timeout,
               Done<paxos::PrepareReply> done) override;
  void Accept(paxos::ReplicaId to, const paxos::AcceptRequest& request, paxos::Duration timeout,
              Done<paxos::AcceptReply> done) override;
  void Commit(paxos::ReplicaId to, const paxos::CommitRequest& request, paxos::Duration timeout,
              Done<paxos::CommitReply> done) override;
  void Ping(paxos::ReplicaId to, const paxos::PingRequest& request, paxos::Duration timeout,
            Done<paxos::PingReply> done) override;

 private:
  using OnReply = std::function<void(const cases::CallReply&)>;
  struct Call {
    cases::ExpectedCall what;
    std::map<paxos::ReplicaId, OnReply> waiting;  // without a result
    int sent = 0;
  };
  struct SentPing {
    bool wants_decision = false;
    Done<paxos::PingReply> done;
  };

  void Send(paxos::ReplicaId to, cases::ExpectedCall what, paxos::Duration timeout,
            OnReply on_reply);
  void CheckPings();

  paxos::ReplicaConfig config_;
  const paxos::Storage* storage_ = nullptr;
  std::int64_t period_ = 0;
  std::map<std::pair<std::int64_t, paxos::ReplicaId>, SentPing> pings_;  // not answered yet
  int pinged_ = 0;                                                       // in this period
  std::vector<Call> calls_;
  std::size_t taken_ = 0;
  std::vector<std::string> misuses_;
};

}  // namespace adapter
