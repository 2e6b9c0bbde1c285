#include "adapter/systems/paxos/cluster/cluster_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "sut/paxos/oracles/translate.h"

namespace adapter {
namespace {

void Append(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string ListText(const std::vector<cases::ServerId>& servers) {
  std::string text;
  for (const cases::ServerId server : servers) Append(text, fmt::to_string(server));
  return text;
}

}  // namespace

ClusterView::ClusterView(std::vector<cases::ServerId> server_ids, int clients,
                         std::vector<cases::Fault> faults, std::vector<ClientReach> reaches)
    : server_ids_(std::move(server_ids)),
      has_faults_(!faults.empty()),
      replicas_(server_ids_.size()),
      down_(server_ids_.size()),
      plan_(std::move(faults), server_ids_),
      reaches_(std::move(reaches)),
      limited_(!reaches_.empty()),
      responses_(static_cast<std::size_t>(clients)),
      given_up_(responses_.size()) {
  if (!limited_) reaches_.assign(responses_.size(), ReachesAll(static_cast<int>(replicas_.size())));
  SeeCrashes();
  LogNews();
}

cases::ServerId ClusterView::NameOf(paxos::ReplicaId replica) const {
  return server_ids_[static_cast<std::size_t>(replica)];
}

void ClusterView::OnEvent(const paxos::Event& event) {
  if (plan_.IsDown(event.replica)) return;
  if (const auto translated = oracles::Translate(event, server_ids_)) {
    std::visit([this](const auto& e) { Log(e); }, *translated);
  }
  Replica& replica = replicas_[static_cast<std::size_t>(event.replica)];
  Track(event, replica);
  CheckReport(event, replica);
  plan_.OnEvent(event);
  SeeCrashes();
  LogNews();
}

void ClusterView::SeeCrashes() {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    const auto replica = static_cast<paxos::ReplicaId>(i);
    const bool down = plan_.IsDown(replica);
    if (down && !down_[i]) {
      crashes_.push_back({log_.size(), NameOf(replica), Since(std::chrono::steady_clock::now())});
    }
    down_[i] = down;
  }
}

void ClusterView::Log(oracles::Event event) {
  log_.push_back(std::move(event));
  times_.push_back(std::chrono::steady_clock::now());
}

void ClusterView::LogNews() {
  for (const cases::Fault& fault : plan_.TakeNews()) {
    happened_.push_back(fault);
    Log(oracles::FaultHappened{fault});
  }
}

void ClusterView::OnSaved(paxos::ReplicaId replica, const oracles::Saved& saved) {
  oracles::Saved named = saved;
  named.replica = NameOf(replica);
  if (named.promised) named.promised = oracles::NameOfRound(*named.promised, server_ids_);
  if (named.vote) named.vote->rnd = oracles::NameOfRound(named.vote->rnd, server_ids_);
  Log(std::move(named));
}

void ClusterView::OnPeriodBegan(paxos::ReplicaId replica, paxos::Duration period) {
  if (plan_.IsDown(replica)) return;
  replicas_[static_cast<std::size_t>(replica)].in_timeout = false;
  Log(oracles::PeriodBegan{NameOf(replica), period.count()});
}

void ClusterView::OnRestart(paxos::ReplicaId replica) {
  Replica& restarted = replicas_[static_cast<std::size_t>(replica)];
  Replica anew;
  anew.incarnation = restarted.incarnation + 1;
  anew.value = restarted.value;
  restarted = std::move(anew);
  Log(oracles::Restarted{NameOf(replica)});
  plan_.OnRestart(replica);
}

void ClusterView::OnRestarted(paxos::ReplicaId replica) {
  plan_.OnRestarted(replica);
  SeeCrashes();
  LogNews();
}

int ClusterView::OnCallBegun(paxos::ReplicaId replica) {
  Replica& calling = replicas_[static_cast<std::size_t>(replica)];
  ++calling.calls;
  return calling.incarnation;
}

// A call of an earlier incarnation, which may end late, is not counted in the next one.
void ClusterView::OnCallOver(paxos::ReplicaId replica, int incarnation) {
  Replica& calling = replicas_[static_cast<std::size_t>(replica)];
  if (incarnation == calling.incarnation) --calling.calls;
}

bool ClusterView::HasCalls() const {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (replicas_[i].calls > 0 && !plan_.IsDown(static_cast<paxos::ReplicaId>(i))) return true;
  }
  return false;
}

Routing ClusterView::Route(const MessageHeader& header) {
  const Routing routing = plan_.Route(header);
  LogNews();
  return routing;
}

void ClusterView::OnArrived(const MessageHeader& header) {
  plan_.OnArrived(header);
  LogNews();
}

bool ClusterView::Leads(paxos::ReplicaId replica, bool elected) {
  return plan_.Leads(replica, elected);
}

WriteFate ClusterView::OnWrite(paxos::ReplicaId replica) {
  const WriteFate fate = plan_.OnWrite(replica);
  LogNews();
  return fate;
}

void ClusterView::Track(const paxos::Event& event, Replica& replica) {
  switch (event.point) {
    case paxos::Point::kLeader:
      replica.leader = event.about;
      break;
    case paxos::Point::kSuspect:
      replica.suspects.insert(event.about.value());
      break;
    case paxos::Point::kRestore:
      replica.suspects.erase(event.about.value());
      break;
    case paxos::Point::kTimeout:
      replica.period = event.period.value() + 1;
      replica.in_timeout = true;
      break;
    case paxos::Point::kPingsDone:
      replica.pings_done = std::max(replica.pings_done, event.period.value());
      break;
    case paxos::Point::kLoaded:
      replica.learned = event.value.has_value();
      break;
    case paxos::Point::kClientRequest:
      ++replica.clients;
      ++replica.requests;
      break;
    case paxos::Point::kClientReply:
      --replica.clients;
      break;
    case paxos::Point::kHalted:
      replica.clients = 0;
      halted_.push_back(NameOf(event.replica));
      break;
    case paxos::Point::kLearned:
      replica.learned = true;
      replica.value = event.value;
      break;
    case paxos::Point::kPrepareSent:
      has_begun_ = true;
      [[fallthrough]];
    case paxos::Point::kAcceptSent:
    case paxos::Point::kCommitSent:
      replica.busy = true;
      break;
    case paxos::Point::kPhaseThreeQuorum:
      replica.busy = false;
      committed_ = true;
      break;
    case paxos::Point::kPhaseFailed:
      replica.busy = false;
      ++failed_phases_;
      break;
    case paxos::Point::kFailed:
      replica.busy = false;
      replica.failed = true;
      failures_.push_back({replica.failing_phase, NameOf(event.replica)});
      Log(oracles::LeaderFailed{NameOf(event.replica), replica.failing_phase});
      break;
    default:
      break;
  }
}

void ClusterView::NoteWrong(const std::string& what, const std::string& expected,
                            const std::string& observed) {
  const auto same = [&](const oracles::Mismatch& wrong) { return wrong.what == what; };
  if (std::ranges::none_of(wrong_reports_, same)) {
    wrong_reports_.push_back({what, expected, observed});
  }
}

// Judges what the safety oracles have no event for.
void ClusterView::CheckReport(const paxos::Event& event, const Replica& replica) {
  const cases::ServerId name = NameOf(event.replica);
  const auto quoted = [](const std::optional<std::string>& value) {
    return value ? fmt::format("\"{}\"", *value) : "none";
  };
  switch (event.point) {
    case paxos::Point::kClientRequest:
      if (!proposed_.contains(event.value.value_or(""))) {
        NoteWrong(fmt::format("request of a client at {}", name), "a proposed value",
                  quoted(event.value));
      }
      break;
    case paxos::Point::kClientReply:
      if (event.value != replica.value) {
        NoteWrong(fmt::format("answer of {} to a client", name),
                  fmt::format("{}, as it learned", quoted(replica.value)), quoted(event.value));
      }
      break;
    case paxos::Point::kSuspect:
      // Time stands still until all pings are answered: only faults make a live replica suspected.
      if (!has_faults_ && !replicas_[static_cast<std::size_t>(event.about.value())].failed) {
        NoteWrong(fmt::format("suspicions of {}", name), "replicas that failed",
                  fmt::format("{}, which lives", NameOf(*event.about)));
      }
      break;
    case paxos::Point::kPhaseThreeQuorum: {
      const auto knows = [](const Replica& one) { return one.value.has_value(); };
      const auto learners = static_cast<int>(std::ranges::count_if(replicas_, knows));
      learners_of_quorum_ = std::min(learners, learners_of_quorum_.value_or(learners));
      break;
    }
    default:
      break;
  }
}

void ClusterView::OnFailureInjected(paxos::ReplicaId replica, int phase) {
  replicas_[static_cast<std::size_t>(replica)].failing_phase = phase;
}

void ClusterView::OnProposed(int client, const std::string& value) {
  proposed_.insert(value);
  Log(oracles::ClientProposed{client, value});
}

// A replica reports that it has learned before it answers; or that it began with what it had saved,
// when a crash cut off the other report.
void ClusterView::OnAnswered(int client, const std::string& value) {
  const ClientReach& reach = reaches_[static_cast<std::size_t>(client)];
  const auto knows = [this](paxos::ReplicaId id) {
    const Replica& replica = replicas_[static_cast<std::size_t>(id)];
    return replica.value.has_value() || replica.learned;
  };
  const auto learners = std::ranges::count_if(reach.replicas, knows);
  if (learners < reach.answers()) {
    NoteWrong(fmt::format("replicas of {} that had learned when it had its quorum",
                          oracles::NameOfClient(client)),
              fmt::format("{} at least", reach.answers()), fmt::to_string(learners));
  }
  responses_[static_cast<std::size_t>(client)] = value;
  Log(oracles::ClientAnswered{client, value});
}

void ClusterView::OnClientFailed(int client, const std::string& reason) {
  if (plan_.SomeoneComesBack()) return;  // it asks again then
  const ClientReach& reach = reaches_[static_cast<std::size_t>(client)];
  if (limited_ && !HasQuorum(reach)) {
    given_up_[static_cast<std::size_t>(client)] = true;
    return;
  }
  client_errors_.push_back(fmt::format("{}: {}", oracles::NameOfClient(client), reason));
}

void ClusterView::OnProcessEnded(paxos::ReplicaId replica, const std::string& how) {
  if (plan_.IsDown(replica)) return;
  broken_processes_.push_back({fmt::format("process of {}", NameOf(replica)), "to go on", how});
}

bool ClusterView::IsLive(std::size_t replica) const {
  return !replicas_[replica].failed && !plan_.IsDown(static_cast<paxos::ReplicaId>(replica));
}

bool ClusterView::IsAway(paxos::ReplicaId replica) const {
  return plan_.IsDown(replica) || std::ranges::count(halted_, NameOf(replica)) > 0;
}

// That a client reaches, and that can answer it.
int ClusterView::Learners(const ClientReach& reach) const {
  return static_cast<int>(std::ranges::count_if(reach.replicas, [this](paxos::ReplicaId replica) {
    return replicas_[static_cast<std::size_t>(replica)].learned && !IsAway(replica);
  }));
}

// Enough of those that a client reaches can answer, now or later.
bool ClusterView::HasQuorum(const ClientReach& reach) const {
  return std::ranges::count_if(reach.replicas, [this](paxos::ReplicaId replica) {
           return !IsAway(replica);
         }) >= reach.answers();
}

bool ClusterView::HasAllRequests(paxos::ReplicaId replica) const {
  const auto asks = [&](const ClientReach& reach) {
    return std::ranges::find(reach.replicas, replica) != reach.replicas.end();
  };
  return IsAway(replica) || replicas_[static_cast<std::size_t>(replica)].requests >=
                                std::ranges::count_if(reaches_, asks);
}

bool ClusterView::AtRest() const {
  if (!limited_ || SomeoneIsBusy() || HasCalls() || !AllPingsDone() || !FailuresNoticed() ||
      plan_.Pending()) {
    return false;
  }
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    const auto replica = static_cast<paxos::ReplicaId>(i);
    const bool answers = replicas_[i].learned && replicas_[i].clients > 0 && !IsAway(replica);
    if (answers || !HasAllRequests(replica)) return false;
  }
  for (std::size_t i = 0; i < reaches_.size(); ++i) {
    const bool ends = !HasQuorum(reaches_[i]) || Learners(reaches_[i]) >= reaches_[i].answers();
    if (ends && !responses_[i] && !given_up_[i]) return false;
  }
  return true;
}

bool ClusterView::AllFailed() const {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (IsLive(i)) return false;
  }
  return true;
}

bool ClusterView::AllAnswered() const {
  return std::ranges::all_of(responses_, [](const auto& response) { return response.has_value(); });
}

bool ClusterView::AllCommitted() const {
  return responses_.empty() || (committed_ && AllLearned());
}

bool ClusterView::AllLearned() const {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (!replicas_[i].learned && !plan_.IsDown(static_cast<paxos::ReplicaId>(i))) return false;
  }
  return true;
}

bool ClusterView::AllServed() const {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (replicas_[i].clients > 0 && !plan_.IsDown(static_cast<paxos::ReplicaId>(i))) return false;
  }
  return true;
}

std::int64_t ClusterView::PeriodOf(paxos::ReplicaId replica) const {
  return replicas_[static_cast<std::size_t>(replica)].period;
}

bool ClusterView::HasTime(paxos::ReplicaId replica) const {
  return IsLive(static_cast<std::size_t>(replica)) && !plan_.IsSilent(replica);
}

bool ClusterView::PingsDone(paxos::ReplicaId replica) const {
  if (replicas_.size() == 1) return true;  // it has nobody to ping
  const Replica& pinging = replicas_[static_cast<std::size_t>(replica)];
  return !HasTime(replica) || pinging.pings_done >= pinging.period;
}

bool ClusterView::AllPingsDone() const {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (!PingsDone(static_cast<paxos::ReplicaId>(i))) return false;
  }
  return true;
}

bool ClusterView::SomeoneIsBusy() const {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (replicas_[i].busy && HasTime(static_cast<paxos::ReplicaId>(i))) return true;
  }
  return false;
}

bool ClusterView::Noticed(std::size_t index) const {
  if (!HasTime(static_cast<paxos::ReplicaId>(index))) return true;
  const Replica& replica = replicas_[index];
  if (replica.in_timeout) return false;
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    const auto other = static_cast<paxos::ReplicaId>(i);
    if (i != index && replica.suspects.contains(other) == HasTime(other)) return false;
  }
  return replica.leader && HasTime(*replica.leader);
}

bool ClusterView::FailuresNoticed() const {
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (!Noticed(i)) return false;
  }
  return true;
}

std::string ClusterView::Missing() const {
  std::string missing;
  for (std::size_t i = 0; i < responses_.size(); ++i) {
    if (!responses_[i])
      Append(missing, "the answer to " + oracles::NameOfClient(static_cast<int>(i)));
  }
  for (std::size_t i = 0; AllAnswered() && i < replicas_.size(); ++i) {
    if (!replicas_[i].learned && !plan_.IsDown(static_cast<paxos::ReplicaId>(i)))
      Append(missing, fmt::format("{} to learn", server_ids_[i]));
    if (replicas_[i].clients > 0 && !plan_.IsDown(static_cast<paxos::ReplicaId>(i))) {
      Append(missing, fmt::format("{}'s answer to a client", server_ids_[i]));
    }
    if (!Noticed(i)) {
      Append(missing, fmt::format("{} to trust a live leader", server_ids_[i]));
    }
  }
  if (missing.empty()) missing = "the quorum of phase three";
  const std::string last = log_.empty() ? "none" : oracles::ToString(log_.back());
  return fmt::format("{} (last event: {})", missing, last);
}

std::int64_t ClusterView::Since(std::chrono::steady_clock::time_point time) const {
  return std::chrono::duration_cast<std::chrono::microseconds>(time - began_).count();
}

std::vector<std::int64_t> ClusterView::times() const {
  std::vector<std::int64_t> times;
  times.reserve(times_.size());
  for (const auto time : times_) times.push_back(Since(time));
  return times;
}

std::string ClusterView::MissingPings() const {
  std::string missing;
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (!PingsDone(static_cast<paxos::ReplicaId>(i))) {
      Append(missing, fmt::format("{}'s pings of period {}", server_ids_[i], replicas_[i].period));
    }
  }
  return missing;
}

namespace {

using Views = std::map<cases::ServerId, std::vector<cases::ServerId>>;

// Whom each replica trusted, in order; one that comes back and trusts whom it did changes nothing.
Views LeadersSeen(const std::vector<oracles::Event>& log) {
  Views seen;
  for (const oracles::Event& event : log) {
    const auto* const elected = std::get_if<oracles::LeaderElected>(&event);
    if (elected == nullptr) continue;
    std::vector<cases::ServerId>& leaders = seen[elected->replica];
    if (leaders.empty() || leaders.back() != elected->leader) leaders.push_back(elected->leader);
  }
  return seen;
}

bool IsSubsequence(const std::vector<cases::ServerId>& part,
                   const std::vector<cases::ServerId>& whole) {
  std::size_t matched = 0;
  for (const cases::ServerId leader : whole) {
    if (matched < part.size() && part[matched] == leader) ++matched;
  }
  return matched == part.size();
}

}  // namespace

LeaderOrder OrderOfLeaders(const std::vector<oracles::Event>& log,
                           const std::vector<cases::LeaderFailure>& failures,
                           const std::vector<cases::Fault>& faults) {
  Views seen = LeadersSeen(log);
  for (const cases::Fault& fault : faults) {
    if (fault.kind == cases::FaultKind::kCrash) seen.erase(fault.servers.front());
  }
  LeaderOrder order;
  for (const auto& [replica, leaders] : seen) {
    if (leaders.size() > order.leaders.size()) order.leaders = leaders;
  }
  for (const auto& [replica, leaders] : seen) {
    const bool failed =
        std::ranges::find(failures, replica, &cases::LeaderFailure::server) != failures.end();
    const bool is_start = std::ranges::mismatch(leaders, order.leaders).in1 == leaders.end();
    const bool agrees = !faults.empty() ? IsSubsequence(leaders, order.leaders)
                        : failed        ? is_start
                                        : leaders == order.leaders;
    if (!agrees) Append(order.disagreement, fmt::format("{} saw {}", replica, ListText(leaders)));
  }
  return order;
}

}  // namespace adapter
