#include "adapter/cluster_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "adapter/translate.h"

namespace adapter {
namespace {

void Append(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string ListText(const std::vector<suite::ServerId>& servers) {
  std::string text;
  for (const suite::ServerId server : servers) Append(text, fmt::to_string(server));
  return text;
}

}  // namespace

ClusterView::ClusterView(std::vector<suite::ServerId> server_ids, int clients)
    : server_ids_(std::move(server_ids)),
      replicas_(server_ids_.size()),
      responses_(static_cast<std::size_t>(clients)) {}

suite::ServerId ClusterView::NameOf(paxos::NodeId replica) const {
  return server_ids_[static_cast<std::size_t>(replica)];
}

void ClusterView::OnEvent(const paxos::Event& event) {
  if (auto translated = Translate(event, server_ids_)) log_.push_back(std::move(*translated));
  Track(event, replicas_[static_cast<std::size_t>(event.replica)]);
}

void ClusterView::Track(const paxos::Event& event, Replica& replica) {
  switch (event.point) {
    case paxos::Point::kLeader:
      replica.leader = event.node;
      break;
    case paxos::Point::kSuspect:
      replica.suspects.insert(event.node.value());
      break;
    case paxos::Point::kRestore:
      replica.suspects.erase(event.node.value());
      break;
    case paxos::Point::kPingsDone:
      replica.pings_done = std::max(replica.pings_done, event.period.value());
      break;
    case paxos::Point::kLearned:
      replica.learned = true;
      break;
    case paxos::Point::kPhaseThreeQuorum:
      committed_ = true;
      break;
    case paxos::Point::kPhaseFailed:
      ++failed_phases_;
      break;
    case paxos::Point::kFailed:
      replica.failed = true;
      failures_.push_back({replica.failing_phase, NameOf(event.replica)});
      log_.push_back(oracles::LeaderFailed{NameOf(event.replica), replica.failing_phase});
      break;
    default:
      break;
  }
}

void ClusterView::OnFailureInjected(paxos::NodeId replica, int phase) {
  replicas_[static_cast<std::size_t>(replica)].failing_phase = phase;
}

void ClusterView::OnProposed(int client, const std::string& value) {
  log_.push_back(oracles::ClientProposed{client, value});
}

void ClusterView::OnAnswered(int client, const std::string& value) {
  responses_[static_cast<std::size_t>(client)] = value;
  log_.push_back(oracles::ClientAnswered{client, value});
}

void ClusterView::OnClientFailed(int client, const std::string& reason) {
  client_errors_.push_back(fmt::format("client {}: {}", client, reason));
}

bool ClusterView::AllFailed() const { return std::ranges::all_of(replicas_, &Replica::failed); }

bool ClusterView::AllAnswered() const {
  return std::ranges::all_of(responses_, [](const auto& response) { return response.has_value(); });
}

bool ClusterView::AllCommitted() const {
  return responses_.empty() || (committed_ && std::ranges::all_of(replicas_, &Replica::learned));
}

bool ClusterView::PingsDone(std::int64_t period) const {
  return std::ranges::all_of(replicas_, [&](const Replica& replica) {
    return replica.failed || replica.pings_done >= period;
  });
}

bool ClusterView::Noticed(const Replica& replica) const {
  if (replica.failed) return true;
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (replicas_[i].failed && !replica.suspects.contains(static_cast<paxos::NodeId>(i))) {
      return false;
    }
  }
  return replica.leader && !replicas_[static_cast<std::size_t>(*replica.leader)].failed;
}

bool ClusterView::FailuresNoticed() const {
  return std::ranges::all_of(replicas_,
                             [this](const Replica& replica) { return Noticed(replica); });
}

std::string ClusterView::Missing() const {
  std::string missing;
  for (std::size_t i = 0; i < responses_.size(); ++i) {
    if (!responses_[i]) Append(missing, fmt::format("the answer to client {}", i));
  }
  for (std::size_t i = 0; AllAnswered() && i < replicas_.size(); ++i) {
    if (!replicas_[i].learned) Append(missing, fmt::format("{} to learn", server_ids_[i]));
    if (!Noticed(replicas_[i])) {
      Append(missing, fmt::format("{} to trust a live leader", server_ids_[i]));
    }
  }
  if (missing.empty()) missing = "the quorum of phase three";
  const std::string last = log_.empty() ? "none" : oracles::ToString(log_.back());
  return fmt::format("{} (last event: {})", missing, last);
}

std::string ClusterView::MissingPings(std::int64_t period) const {
  std::string missing;
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (!replicas_[i].failed && replicas_[i].pings_done < period) {
      Append(missing, fmt::format("{}'s pings of period {}", server_ids_[i], period));
    }
  }
  return missing;
}

LeaderOrder OrderOfLeaders(const std::vector<oracles::Event>& log,
                           const std::vector<suite::LeaderFailure>& failures) {
  std::map<suite::ServerId, std::vector<suite::ServerId>> seen;
  for (const oracles::Event& event : log) {
    if (const auto* elected = std::get_if<oracles::LeaderElected>(&event)) {
      seen[elected->replica].push_back(elected->leader);
    }
  }
  LeaderOrder order;
  for (const auto& [replica, leaders] : seen) {
    if (leaders.size() > order.leaders.size()) order.leaders = leaders;
  }
  for (const auto& [replica, leaders] : seen) {
    const bool failed =
        std::ranges::find(failures, replica, &suite::LeaderFailure::server) != failures.end();
    const bool agrees = failed ? std::ranges::mismatch(leaders, order.leaders).in1 == leaders.end()
                               : leaders == order.leaders;
    if (!agrees) Append(order.disagreement, fmt::format("{} saw {}", replica, ListText(leaders)));
  }
  return order;
}

}  // namespace adapter
