// Plays the script of a quorum call case over a network by a plan: starts the calls, lets each
// event happen, waits for what must come of it, and checks what the library says of each node.
//
// Invariant: what must come of an event is waited for before the next event (call_board.h), so that
// the order of events is that of the script. One run per object. Not thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapter/systems/quorum/call_oracle.h"
#include "adapter/systems/quorum/network_call.h"
#include "adapter/systems/quorum/network_plan.h"

namespace adapter {

class NetworkPlayer {
 public:
  /// All of these must outlive the object. `network` is of the plan's kind.
  NetworkPlayer(const cases::QuorumCallCase& test, const cases::Configuration& configuration,
                const NetworkPlan& plan, CallNetwork& network);

  /// Plays all events, and returns what was observed of each call.
  oracles::QuorumCallOutcome Play();

  /// What happened, and when; to be called once, after Play().
  std::vector<trace::Step> TakeSteps() { return trace_->Take(); }

  /// All calls of the case: once the player is gone, what is left of them holds on to them.
  std::vector<std::weak_ptr<const NetworkCall>> calls() const {
    return {calls_.begin(), calls_.end()};
  }

 private:
  using Event = cases::QuorumCallEvent;

  NetworkCall& Current() { return *calls_.back(); }
  void Misuse(const std::string& what) { Current().observer().Misuse(what); }
  quorum::NodeId Node(cases::ServerId server) const;
  cases::ServerId Server(quorum::NodeId node) const;
  bool IsSkipped(quorum::NodeId node) const;
  std::optional<PlannedFailure> PlannedFor(const RequestKey& key) const;

  bool IsNextCancelled() const;
  void StartCall(bool is_cancelled = false);
  void AwaitAnnouncement();
  void Happen(const Event& event);
  void GiveUp(Event::Type type);
  void Fail(const RequestKey& key, const PlannedFailure& planned, bool is_first);
  bool AwaitArrival(const RequestKey& key);
  std::vector<RequestKey> Unsettled(std::size_t call) const;
  void NoteFailures(std::size_t call, quorum::NodeErrorCode code);
  void BringServersBack();

  /// What a node says of its calls.
  struct NodeHealth {
    std::optional<quorum::NodeError> last_error;
    std::optional<quorum::Duration> latency;
  };
  NodeHealth HealthOf(quorum::NodeId node) const;

  void CheckResult(NetworkCall& call, const RequestKey& key, const NodeHealth& before);
  void CheckHealth(NetworkCall& call, const RequestKey& key, const CallBoard::Result& result,
                   const NodeHealth& before);
  bool CheckLatency(const RequestKey& key, const CallBoard::Result& result,
                    const NodeHealth& before) const;
  void CheckError(NetworkCall& call);
  std::string WrongNodes(NetworkCall& call, const quorum::QuorumCallError& error);
  void CheckConfiguration();
  bool IsCancelled(const NetworkCall& call) const;
  oracles::QuorumCallOutcome Outcome();

  const std::shared_ptr<CallTrace> trace_ = std::make_shared<CallTrace>();
  const cases::QuorumCallCase& test_;
  const cases::Configuration& configuration_;
  const NetworkPlan& plan_;
  CallNetwork& network_;
  CallBoard& board_;
  const quorum::Configuration nodes_;
  const std::shared_ptr<std::atomic<std::int64_t>> events_ =
      std::make_shared<std::atomic<std::int64_t>>(0);
  std::vector<std::shared_ptr<NetworkCall>> calls_;
  std::set<RequestKey> settled_;  // that have had a result
  std::map<RequestKey, quorum::NodeErrorCode> failed_;
  std::map<RequestKey, std::int64_t> settled_after_;  // events; not of requests given up
  std::set<RequestKey> given_up_;
  std::vector<std::chrono::steady_clock::time_point> began_;  // the calls
  std::vector<std::int64_t> began_after_;                     // events, of each call
  bool closed_ = false;
  std::vector<quorum::NodeId> stopped_;
};

}  // namespace adapter
