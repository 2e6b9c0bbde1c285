#include "adapter/systems/quorum/network_call_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "adapter/random.h"
#include "adapter/systems/quorum/call_oracle.h"
#include "adapter/systems/quorum/network_call.h"

namespace adapter {
namespace {

using cases::QuorumCallCase;
using cases::QuorumCallEvent;
using quorum::NodeErrorCode;
using quorum::NodeId;
using Type = QuorumCallEvent::Type;

// Nothing waits for it: a call of a case ends by its script.
constexpr quorum::Duration kLong{60'000'000};

bool IsReply(Type type) { return type == Type::kReply || type == Type::kLateReply; }
bool GivesUp(Type type) {
  return type == Type::kCancel || type == Type::kDeadline || type == Type::kClose;
}
bool IsLate(Type type) { return type == Type::kLateReply || type == Type::kLateError; }

/// Free choices of a run.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : random_(seed) {}
  /// 0, ..., n - 1.
  int Of(int n) { return static_cast<int>(random_.Next() % static_cast<std::uint64_t>(n)); }
  bool OneIn(int n) { return Of(n) == 0; }

 private:
  SplitMix64 random_;
};

NetworkKind DrawKind(int servers, Choices& choices) {
  NetworkKind kind;
  kind.servers = servers;
  if (choices.OneIn(2)) kind.order = quorum::Order::kFifo;
  kind.first_is_local = choices.OneIn(3);
  // Protection does not change what is sent: few cases are enough.
  if (choices.OneIn(8)) {
    kind.protection =
        choices.OneIn(2) ? NetworkKind::Protection::kTls : NetworkKind::Protection::kMutualTls;
  }
  return kind;
}

CallWay DrawWay(const QuorumCallCase& test, Choices& choices) {
  CallWay way;
  way.style = static_cast<CallStyle>(choices.Of(3));
  way.each = !test.skipped.empty() || choices.OneIn(2);
  way.apart = way.each && way.style != CallStyle::kCorrectable && choices.OneIn(4);
  way.announcement = static_cast<Announcement>(choices.Of(3));
  way.has_token = way.style == CallStyle::kCallback || choices.OneIn(2);
  return way;
}

std::string Name(const NetworkKind& kind, const CallWay& way) {
  std::string name = kind.order == quorum::Order::kFifo ? "over streams" : "over unary calls";
  if (kind.first_is_local) name += ", the first node local";
  if (kind.protection == NetworkKind::Protection::kTls) name += ", TLS";
  if (kind.protection == NetworkKind::Protection::kMutualTls) name += ", mutual TLS";
  name += way.each ? ", an argument for each" : ", the same argument for all";
  if (way.style == CallStyle::kFuture) name += ", a future";
  if (way.style == CallStyle::kCorrectable) name += ", a correctable";
  if (way.apart) name += ", unordered";
  if (way.announcement == Announcement::kMulticast) name += ", after a multicast";
  if (way.announcement == Announcement::kUnicast) name += ", after unicasts";
  return name;
}

/// All servers of the network as a configuration, made in one of several ways.
quorum::Configuration Compose(const CallNetwork& network, Choices& choices) {
  const quorum::Manager& manager = network.manager();
  const NodeId stranger = network.kind().servers;
  std::vector<NodeId> ids;
  for (NodeId node = stranger - 1; node >= 0; --node) ids.push_back(node);
  const std::vector<NodeId> last{ids.front()};
  const quorum::Configuration all = manager.Of(ids);
  switch (choices.Of(6)) {
    case 0:
      return manager.All().Remove(stranger);
    case 1:
      return manager.All().Difference(manager.Of({stranger}));
    case 2:
      return all.Difference(manager.Of(last)).Union(manager.Of(last));
    case 3:
      return all.Remove(last[0]).Add(all.node(last[0]).shared_from_this());
    case 4:
      return all.Union(manager.Of(last));
    default:
      return all;
  }
}

/// Runs a case in one way.
class NetworkRun {
 public:
  NetworkRun(const QuorumCallCase& test, const cases::Configuration& configuration,
             CallNetwork& network, const CallWay& way, Choices& choices)
      : test_(test),
        configuration_(configuration),
        network_(network),
        board_(network.board()),
        way_(way),
        choices_(choices),
        nodes_(Compose(network, choices)) {}

  oracles::QuorumCallOutcome Run() {
    board_.Begin();
    PlanFailures();
    StartCall();
    for (const QuorumCallEvent& event : test_.events) Happen(event);
    ++*events_;  // what ends from now on ends too late
    board_.GiveAll();
    if (!board_.AwaitQuiet()) Misuse("a call is left under way");
    for (const NodeId node : stopped_) {
      if (network_.is_reusable()) network_.StartServer(node);
    }
    CheckConfiguration();
    return Outcome();
  }

 private:
  NetworkCall& Current() { return *calls_.back(); }
  void Misuse(const std::string& what) { Current().observer().Misuse(what); }

  NodeId Node(cases::ServerId server) const {
    const auto& ids = configuration_.server_ids;
    return static_cast<NodeId>(std::ranges::find(ids, server) - ids.begin());
  }
  bool IsSkipped(NodeId node) const {
    const cases::ServerId server = configuration_.server_ids[static_cast<std::size_t>(node)];
    return std::ranges::find(test_.skipped, server) != test_.skipped.end();
  }

  // The first result of each server decides how its request fails.
  void PlanFailures() {
    std::map<RequestKey, Type> first;
    std::size_t call = 1;
    for (const QuorumCallEvent& event : test_.events) {
      if (event.type == Type::kNextCall) {
        ++call;
      } else if (event.type == Type::kDeadline) {
        deadlines_.insert(call);
      } else if (!GivesUp(event.type)) {
        first.emplace(RequestKey{IsLate(event.type) ? 1 : call, Node(event.server)}, event.type);
      }
    }
    for (const std::size_t ended : deadlines_) {
      for (const NodeId node : nodes_.ids()) {
        const RequestKey key{ended, node};
        if (!first.contains(key)) board_.Plan(key, {Failure::kDeadline});
      }
    }
    for (const auto& [key, type] : first) {
      if (IsReply(type) || board_.PlanFor(key)) continue;
      // A server that is gone is gone for the next call, too.
      const RequestKey next{key.call + 1, key.node};
      const auto after = first.find(next);
      const bool may_stay_away = key.call < call && type == Type::kError && after != first.end() &&
                                 after->second == Type::kError && CanStop(key.node) &&
                                 way_.announcement == Announcement::kNone;
      if (may_stay_away && choices_.OneIn(16)) {
        board_.Plan(key, {Failure::kServerGone});
        board_.Plan(next, {Failure::kServerStillGone});
      } else {
        board_.Plan(key, DrawFailure(key.node));
      }
    }
  }

  bool CanStop(NodeId node) const { return !network_.IsLocal(node); }

  PlannedFailure DrawFailure(NodeId node) {
    constexpr std::array kAnywhere{
        Failure::kAnswered, Failure::kForgotten,       Failure::kNoMethod, Failure::kRefused,
        Failure::kDropped,  Failure::kReplyTurnedDown, Failure::kDeadline, Failure::kCancelled};
    constexpr std::array kRemotely{Failure::kGarbledReply, Failure::kGarbledRequest};
    // Servers and connections that begin again take tens of milliseconds.
    constexpr std::array kForGood{Failure::kServerGone, Failure::kNodeClosed};
    const auto code = static_cast<NodeErrorCode>(choices_.Of(5));
    if (test_.ends.size() == 1 && choices_.OneIn(128)) {
      const Failure failure = Draw(kForGood);
      if (failure == Failure::kNodeClosed || CanStop(node)) return {failure, code};
    }
    if (!network_.IsLocal(node) && choices_.OneIn(4)) return {Draw(kRemotely), code};
    return {Draw(kAnywhere), code};
  }

  template <std::size_t kCount>
  Failure Draw(const std::array<Failure, kCount>& failures) {
    return failures[static_cast<std::size_t>(choices_.Of(static_cast<int>(kCount)))];
  }

  void StartCall() {
    calls_.push_back(std::make_shared<NetworkCall>(calls_.size() + 1, configuration_, network_));
    CallWay way = way_;
    if (closed_) way.announcement = Announcement::kNone;
    Current().Start(nodes_, way, test_.skipped, events_, {kLong});
    if (closed_) return NoteFailures(Current().number(), NodeErrorCode::kCancelled);
    if (way_.announcement == Announcement::kNone) return;
    for (const NodeId node : nodes_.ids()) {
      if (!IsSkipped(node) && !board_.AwaitTold({Current().number(), node})) {
        Misuse(fmt::format("no message reached node {}", node));
      }
    }
    Current().AwaitAnnouncement();
  }

  void Happen(const QuorumCallEvent& event) {
    ++*events_;
    if (event.type == Type::kNextCall) return StartCall();
    if (GivesUp(event.type)) return GiveUp(event.type);
    NetworkCall& call = IsLate(event.type) ? *calls_.front() : Current();
    const RequestKey key{call.number(), Node(event.server)};
    const bool is_first = settled_.insert(key).second;
    const auto planned = board_.PlanFor(key);
    if (planned) {
      Fail(key, *planned, is_first);
    } else if (Arrives(key)) {
      board_.Give(key, is_first || IsReply(event.type) ? CallBoard::Result()
                                                       : CallBoard::Result(AnError(key)));
    }
    if (is_first) CheckResult(call, key, planned);
    for (const auto& each : calls_) each->See();
  }

  // The requests of a call that have no result yet.
  std::vector<RequestKey> Unsettled(std::size_t call) const {
    std::vector<RequestKey> keys;
    for (const NodeId node : nodes_.ids()) {
      const RequestKey key{call, node};
      if (!IsSkipped(node) && !settled_.contains(key)) keys.push_back(key);
    }
    return keys;
  }

  void GiveUp(Type type) {
    const std::size_t call = Current().number();
    std::vector<RequestKey> keys = Unsettled(call);
    if (type == Type::kClose && call > 1) {
      for (const RequestKey& key : Unsettled(1)) keys.push_back(key);
    }
    // So that none arrives when nobody waits for it any more.
    if (type != Type::kDeadline) {
      for (const RequestKey& key : keys) {
        if (!board_.PlanFor(key)) Arrives(key);
      }
    }
    if (type == Type::kCancel) {
      Current().Cancel();
    } else if (type == Type::kDeadline) {
      for (const RequestKey& key : keys) board_.LetGo(key);
    } else {
      closed_ = true;
      network_.manager().Shutdown();
      network_.ForbidReuse();
    }
    NoteFailures(call, type == Type::kDeadline ? NodeErrorCode::kDeadlineExceeded
                                               : NodeErrorCode::kCancelled);
    Current().See();
  }

  // Waits until the requests of a call have failed that have no result yet.
  void NoteFailures(std::size_t call, NodeErrorCode code) {
    for (const RequestKey& key : Unsettled(call)) {
      const auto result = board_.AwaitResult(key);
      if (!result || !*result || (*result)->code != code) {
        Misuse(
            fmt::format("node {} has not failed as {}", key.node, quorum::NodeErrorCodeName(code)));
      }
      failed_[key] = code;
      settled_.insert(key);
    }
  }

  static quorum::NodeError AnError(const RequestKey& key) {
    return {key.node, NodeErrorCode::kRemote, "scripted"};
  }

  bool Arrives(const RequestKey& key) {
    const bool arrives = board_.AwaitRequest(key);
    if (!arrives) Misuse(fmt::format("the request to node {} does not arrive", key.node));
    const bool ordered = network_.kind().order == quorum::Order::kFifo && !way_.apart;
    if (ordered && way_.announcement != Announcement::kNone && !board_.WasTold(key)) {
      Misuse(fmt::format("node {} got a request before the message that was sent first", key.node));
    }
    return arrives;
  }

  void Fail(const RequestKey& key, const PlannedFailure& planned, bool is_first) {
    switch (planned.failure) {
      case Failure::kGarbledRequest:
      case Failure::kNoMethod:
      case Failure::kRefused:
      case Failure::kDropped:
      case Failure::kDeadline:
      case Failure::kServerStillGone:
        return board_.LetGo(key);
      case Failure::kCancelled:
        if (Arrives(key)) board_.LetGo(key);
        return;
      case Failure::kNodeClosed:
        if (!is_first || !Arrives(key)) return;
        nodes_.node(key.node).Shutdown();
        return network_.ForbidReuse();
      case Failure::kAnswered:
      case Failure::kGarbledReply:
      case Failure::kReplyTurnedDown: {
        if (!Arrives(key)) return;
        const bool is_answer = planned.failure == Failure::kAnswered;
        const quorum::NodeError error{key.node, planned.code, "scripted"};
        return board_.Give(key, is_answer ? CallBoard::Result(error) : CallBoard::Result());
      }
      case Failure::kForgotten:
        if (Arrives(key)) board_.Forget(key);
        return;
      case Failure::kServerGone:
        if (!is_first || !Arrives(key)) return;
        network_.StopServer(key.node);
        stopped_.push_back(key.node);
        return;
    }
  }

  // The codes that a failure may have.
  std::set<NodeErrorCode> CodesOf(const RequestKey& key, const PlannedFailure& planned) const {
    const bool in_stream = network_.kind().order == quorum::Order::kFifo && !way_.apart;
    switch (planned.failure) {
      case Failure::kAnswered:
        // gRPC's statuses have no word for it.
        if (planned.code == NodeErrorCode::kSkipped && !in_stream && !network_.IsLocal(key.node)) {
          return {NodeErrorCode::kRemote};
        }
        return {planned.code};
      case Failure::kRefused:
      case Failure::kReplyTurnedDown:
        return {planned.code};
      case Failure::kForgotten:
      case Failure::kServerStillGone:
        return {NodeErrorCode::kUnavailable};
      case Failure::kDropped:
      case Failure::kCancelled:
      case Failure::kNodeClosed:
        return {NodeErrorCode::kCancelled};
      case Failure::kDeadline:
        return {NodeErrorCode::kDeadlineExceeded};
      case Failure::kServerGone:
        return {NodeErrorCode::kUnavailable, NodeErrorCode::kCancelled};
      case Failure::kGarbledReply:
      case Failure::kGarbledRequest:
      case Failure::kNoMethod:
        break;
    }
    return {NodeErrorCode::kRemote};
  }

  // What was delivered, and what the node says of its calls.
  void CheckResult(NetworkCall& call, const RequestKey& key,
                   const std::optional<PlannedFailure>& planned) {
    const auto result = board_.AwaitResult(key);
    if (!result) return call.observer().Misuse(fmt::format("node {} has no result", key.node));
    const quorum::Node& node = nodes_.node(key.node);
    if (result->has_value() != planned.has_value()) {
      return call.observer().Misuse(
          fmt::format("node {}: {}", key.node, *result ? (*result)->message : "no error"));
    }
    if (!planned) {
      if (!node.latency()) call.observer().Misuse("a node that replied has no latency");
      return;
    }
    const NodeErrorCode code = (*result)->code;
    if (!CodesOf(key, *planned).contains(code)) {
      call.observer().Misuse(fmt::format("node {} failed: {} ({})", key.node,
                                         quorum::NodeErrorCodeName(code), (*result)->message));
    }
    const auto last = node.last_error();
    if (!last || last->code != code || last->node != key.node) {
      call.observer().Misuse(fmt::format("node {} does not know its last error", key.node));
    }
    failed_[key] = code;
  }

  // An error accounts for all nodes, with the errors that they had.
  void CheckError(NetworkCall& call) {
    const auto error = call.error();
    if (!error) return;
    std::string nodes;
    bool late = false;
    for (const quorum::NodeError& node : error->errors) {
      const auto failed = failed_.find({call.number(), node.node});
      const bool right = IsSkipped(node.node)
                             ? node.code == NodeErrorCode::kSkipped
                             : failed != failed_.end() && failed->second == node.code;
      late = late || node.code == NodeErrorCode::kDeadlineExceeded;
      if (!right) nodes += fmt::format(" {}", node.node);
    }
    const auto cause = Cancelled(call) ? quorum::Cause::kCancelled
                       : late          ? quorum::Cause::kDeadlineExceeded
                                       : quorum::Cause::kIncomplete;
    const auto accounted =
        static_cast<std::size_t>(error->replies) + error->errors.size() + error->outstanding.size();
    const bool sorted = std::ranges::is_sorted(error->errors, {}, &quorum::NodeError::node);
    if (!nodes.empty() || error->cause != cause || !sorted ||
        accounted != configuration_.server_ids.size()) {
      call.observer().Misuse("wrong error: " + quorum::ToString(*error));
    }
    CheckText(call, *error);
  }

  // Was it given up by its caller, rather than by its deadline or with its nodes?
  bool Cancelled(const NetworkCall& call) const {
    std::size_t number = 1;
    for (const QuorumCallEvent& event : test_.events) {
      if (event.type == Type::kNextCall) ++number;
      if (event.type == Type::kCancel && number == call.number()) return true;
    }
    return false;
  }

  static void CheckText(NetworkCall& call, const quorum::QuorumCallError& error) {
    const std::string text = quorum::ToString(error);
    bool whole = text.starts_with(
        fmt::format("quorum call {}: {} repl", quorum::CauseName(error.cause), error.replies));
    for (const quorum::NodeError& node : error.errors) {
      const std::string part =
          fmt::format("; node {}: {}", node.node, quorum::NodeErrorCodeName(node.code));
      whole = whole && text.find(part) != std::string::npos;
    }
    for (const NodeId node : error.outstanding) {
      whole = whole && text.find(fmt::format("; node {}: no answer", node)) != std::string::npos;
    }
    if (!whole) call.observer().Misuse("an error's text lacks something: " + text);
  }

  // However it was composed, it is all servers.
  void CheckConfiguration() {
    const NodeId stranger = network_.kind().servers;
    std::vector<NodeId> servers;
    for (NodeId node = 0; node < stranger; ++node) servers.push_back(node);
    if (nodes_ != network_.manager().Of(servers) || nodes_.Contains(stranger)) {
      Misuse("the configuration is not composed of the servers");
    }
  }

  oracles::QuorumCallOutcome Outcome() {
    for (const auto& call : calls_) {
      call->See();
      call->CheckAnnouncement();
      CheckError(*call);
    }
    for (const RequestKey& key : board_.sent()) {
      if (key.call <= calls_.size()) calls_[key.call - 1]->observer().Asked(key.node);
    }
    for (const std::string& misuse : board_.misuses()) Misuse(misuse);
    oracles::QuorumCallOutcome outcome;
    for (const auto& call : calls_) {
      outcome.calls.push_back(call->observer().Take());
      // The drawn error of a server may be a deadline of its own.
      auto& end = outcome.calls.back().end;
      const bool is_late = end && end->cause == cases::QuorumCallEnd::Cause::kDeadline;
      if (is_late && !deadlines_.contains(call->number())) {
        end->cause = cases::QuorumCallEnd::Cause::kIncomplete;
      }
    }
    return outcome;
  }

  const QuorumCallCase& test_;
  const cases::Configuration& configuration_;
  CallNetwork& network_;
  CallBoard& board_;
  const CallWay way_;
  Choices& choices_;
  const quorum::Configuration nodes_;
  const std::shared_ptr<std::atomic<std::int64_t>> events_ =
      std::make_shared<std::atomic<std::int64_t>>(0);
  std::vector<std::shared_ptr<NetworkCall>> calls_;
  std::set<RequestKey> settled_;  // that have had a result
  std::map<RequestKey, NodeErrorCode> failed_;
  std::set<std::size_t> deadlines_;  // calls that end with theirs
  bool closed_ = false;
  std::vector<NodeId> stopped_;
};

}  // namespace

Verdict RunOverNetwork(const QuorumCallCase& test, const cases::Configuration& configuration,
                       CallNetworks& networks, std::uint64_t seed) {
  Choices choices(seed);
  const NetworkKind kind = DrawKind(configuration.system_size, choices);
  const CallWay way = DrawWay(test, choices);
  std::unique_ptr<CallNetwork> network = networks.Take(kind);
  Verdict verdict =
      Judge(oracles::Compare(test, NetworkRun(test, configuration, *network, way, choices).Run()));
  if (verdict.outcome == Outcome::kPass) {
    networks.GiveBack(std::move(network));
  } else {
    verdict.detail = fmt::format("{}: {}", Name(kind, way), verdict.detail);
  }
  return verdict;
}

}  // namespace adapter
