#include "adapter/systems/paxos/cluster/monitor.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace adapter {

Monitor::Monitor(std::vector<cases::ServerId> server_ids, int clients, Decisions decisions)
    : view_(std::move(server_ids), clients, decisions.faults, decisions.reaches),
      decisions_(std::move(decisions)) {}

// Wakes the waiter only when its condition holds: waking it for every event costs more than the
// whole protocol.
template <typename Change>
auto Monitor::Update(Change change) {
  const std::lock_guard lock(mutex_);
  ++reports_;
  if constexpr (std::is_void_v<decltype(change(view_))>) {
    change(view_);
    if (condition_ != nullptr && (*condition_)(view_)) changed_.notify_one();
  } else {
    auto result = change(view_);
    if (condition_ != nullptr && (*condition_)(view_)) changed_.notify_one();
    return result;
  }
}

void Monitor::Observe(const paxos::Event& event) {
  Update([&](ClusterView& view) { view.OnEvent(event); });
}

void Monitor::Proposed(int client, const std::string& value) {
  Update([&](ClusterView& view) { view.OnProposed(client, value); });
}

void Monitor::Answered(int client, const std::string& value) {
  Update([&](ClusterView& view) { view.OnAnswered(client, value); });
}

void Monitor::ClientFailed(int client, const std::string& reason) {
  Update([&](ClusterView& view) { view.OnClientFailed(client, reason); });
}

void Monitor::ProcessEnded(paxos::ReplicaId replica, const std::string& how) {
  Update([&](ClusterView& view) { view.OnProcessEnded(replica, how); });
}

void Monitor::Restart(paxos::ReplicaId replica) {
  Update([&](ClusterView& view) { view.OnRestart(replica); });
}

void Monitor::Restarted(paxos::ReplicaId replica) {
  Update([&](ClusterView& view) { view.OnRestarted(replica); });
}

void Monitor::PeriodBegan(paxos::ReplicaId replica, paxos::Duration period) {
  Update([&](ClusterView& view) { view.OnPeriodBegan(replica, period); });
}

Routing Monitor::Route(const MessageHeader& header) {
  return Update([&](ClusterView& view) { return view.Route(header); });
}

void Monitor::Arrived(const MessageHeader& header) {
  Update([&](ClusterView& view) { view.OnArrived(header); });
}

int Monitor::CallBegun(paxos::ReplicaId replica) {
  return Update([&](ClusterView& view) { return view.OnCallBegun(replica); });
}

void Monitor::CallOver(paxos::ReplicaId replica, int incarnation) {
  Update([&](ClusterView& view) { view.OnCallOver(replica, incarnation); });
}

WriteFate Monitor::Write(paxos::ReplicaId replica) {
  return Update([&](ClusterView& view) { return view.OnWrite(replica); });
}

void Monitor::Saved(paxos::ReplicaId replica, const oracles::Saved& saved) {
  Update([&](ClusterView& view) { view.OnSaved(replica, saved); });
}

bool Monitor::Leads(paxos::ReplicaId replica, bool elected) {
  const std::lock_guard lock(mutex_);
  return view_.Leads(replica, elected);
}

paxos::Action Monitor::Decide(const paxos::Event& event) {
  const int phase = event.point == paxos::Point::kPhaseOneQuorum ? 1 : 2;
  const std::lock_guard lock(mutex_);
  if (!TakeFailure(event.replica, phase)) return paxos::Action::kGo;
  view_.OnFailureInjected(event.replica, phase);
  return paxos::Action::kFail;
}

bool Monitor::TakeFailure(paxos::ReplicaId replica, int phase) {
  if (phase == 1 && decisions_.any_leader_failures > 0) {
    --decisions_.any_leader_failures;
    return true;
  }
  const auto found =
      std::ranges::find(decisions_.failures, cases::LeaderFailure{phase, view_.NameOf(replica)});
  if (found == decisions_.failures.end()) return false;
  decisions_.failures.erase(found);
  return true;
}

std::optional<std::size_t> Monitor::ChooseProposal(paxos::ReplicaId replica,
                                                   const std::vector<std::string>& pending) {
  const std::lock_guard lock(mutex_);
  const auto proposal = std::ranges::find(decisions_.proposals, view_.NameOf(replica),
                                          &cases::LeaderProposal::server);
  if (proposal == decisions_.proposals.end()) return 0;
  const auto wanted = std::ranges::find(pending, proposal->value);
  if (wanted == pending.end()) return std::nullopt;
  return static_cast<std::size_t>(wanted - pending.begin());
}

bool Monitor::IsStill(std::chrono::milliseconds span) {
  std::optional<std::uint64_t> before;  // the first look is under the lock, as all are
  return !WaitFor(
      [&](const ClusterView&) {
        if (!before) before = reports_;
        return reports_ != *before;
      },
      std::chrono::steady_clock::now() + span);
}

bool Monitor::WaitFor(const Condition& condition, Deadline deadline) {
  std::unique_lock lock(mutex_);
  condition_ = &condition;
  const bool held = changed_.wait_until(lock, deadline, [&] { return condition(view_); });
  condition_ = nullptr;
  return held;
}

}  // namespace adapter
