#include "adapter/systems/quorum/network_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace adapter {
namespace {

using quorum::NodeErrorCode;
using quorum::NodeId;
using Type = cases::QuorumCallEvent::Type;

// A time-out that never passes: a call of a case ends by its script.
constexpr quorum::Duration kLong{60'000'000};

quorum::Configuration Compose(const CallNetwork& network, Composition composition) {
  const quorum::Manager& manager = network.manager();
  const NodeId stranger = network.kind().servers;
  std::vector<NodeId> ids;
  for (NodeId node = stranger - 1; node >= 0; --node) ids.push_back(node);
  const std::vector<NodeId> last{ids.front()};
  const quorum::Configuration all = manager.Of(ids);
  switch (composition) {
    case Composition::kRemoveStranger:
      return manager.All().Remove(stranger);
    case Composition::kSubtractStranger:
      return manager.All().Difference(manager.Of({stranger}));
    case Composition::kTakeOutAndUnite:
      return all.Difference(manager.Of(last)).Union(manager.Of(last));
    case Composition::kTakeOutAndAdd:
      return all.Remove(last[0]).Add(all.node(last[0]).shared_from_this());
    case Composition::kUniteWithOwnMember:
      return all.Union(manager.Of(last));
    case Composition::kDirect:
      break;
  }
  return all;
}

// Does the text of an error say all that the error says?
bool IsTextWhole(const quorum::QuorumCallError& error) {
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
  return whole;
}

}  // namespace

NetworkPlayer::NetworkPlayer(const cases::QuorumCallCase& test,
                             const cases::Configuration& configuration, const NetworkPlan& plan,
                             CallNetwork& network)
    : test_(test),
      configuration_(configuration),
      plan_(plan),
      network_(network),
      board_(network.board()),
      nodes_(Compose(network, plan.composition)) {}

oracles::QuorumCallOutcome NetworkPlayer::Play() {
  board_.Begin(configuration_.server_ids);
  for (const auto& [key, failure] : plan_.failures) board_.Plan(key, failure);
  if (!IsNextCancelled()) StartCall();
  for (const Event& event : test_.events) Happen(event);
  ++*events_;  // what ends from now on ends too late
  board_.GiveAll();
  if (!board_.AwaitQuiet()) Misuse("a call is left under way");
  BringServersBack();
  CheckConfiguration();
  return Outcome();
}

NodeId NetworkPlayer::Node(cases::ServerId server) const {
  const auto& ids = configuration_.server_ids;
  return static_cast<NodeId>(std::ranges::find(ids, server) - ids.begin());
}

cases::ServerId NetworkPlayer::Server(NodeId node) const {
  return configuration_.server_ids[static_cast<std::size_t>(node)];
}

bool NetworkPlayer::IsSkipped(NodeId node) const {
  return std::ranges::find(test_.skipped, Server(node)) != test_.skipped.end();
}

std::optional<PlannedFailure> NetworkPlayer::PlannedFor(const RequestKey& key) const {
  const auto planned = plan_.failures.find(key);
  return planned == plan_.failures.end() ? std::nullopt : std::optional(planned->second);
}

// Is a call that would begin now one that was given up before? Then it begins with that event.
bool NetworkPlayer::IsNextCancelled() const {
  const auto next = static_cast<std::size_t>(*events_);
  return next < test_.events.size() && test_.events[next].type == Type::kCancelled;
}

void NetworkPlayer::StartCall(bool is_cancelled) {
  calls_.push_back(
      std::make_shared<NetworkCall>(calls_.size() + 1, configuration_, network_, trace_));
  CallWay way = plan_.way;
  way.has_token = way.has_token || is_cancelled;
  if (closed_ || is_cancelled) way.announcement = Announcement::kNone;
  if (is_cancelled) Current().CancelFirst();
  began_.push_back(std::chrono::steady_clock::now());
  began_after_.push_back(*events_);
  Current().Start(nodes_, way, test_.skipped, events_, {kLong});
  if (closed_ || is_cancelled) {
    return NoteFailures(Current().number(), NodeErrorCode::kCancelled);
  }
  if (way.announcement != Announcement::kNone) AwaitAnnouncement();
}

void NetworkPlayer::AwaitAnnouncement() {
  for (const NodeId node : nodes_.ids()) {
    if (!IsSkipped(node) && !board_.AwaitTold({Current().number(), node})) {
      Misuse(fmt::format("server {}: expected the message before the call, observed none",
                         Server(node)));
    }
  }
  Current().AwaitAnnouncement();
}

void NetworkPlayer::Happen(const Event& event) {
  trace_->Happens(event);
  ++*events_;
  if (event.type == Type::kCancelled) return StartCall(true);
  if (event.type == Type::kNextCall) {
    if (!IsNextCancelled()) StartCall();
    return;
  }
  if (IsGivingUp(event.type)) return GiveUp(event.type);
  NetworkCall& call = IsLate(event.type) ? *calls_.front() : Current();
  const RequestKey key{call.number(), Node(event.server)};
  const bool is_first = settled_.insert(key).second;
  if (is_first) settled_after_[key] = *events_;
  const NodeHealth before = HealthOf(key.node);
  if (const auto planned = PlannedFor(key)) {
    Fail(key, *planned, is_first);
  } else if (AwaitArrival(key)) {
    const quorum::NodeError error{key.node, NodeErrorCode::kRemote, "scripted"};
    const bool replies = is_first || IsReply(event.type);
    board_.Give(key, replies ? CallBoard::Result() : CallBoard::Result(error));
  }
  if (is_first) CheckResult(call, key, before);
  for (const auto& each : calls_) each->See();
}

// The requests of a call that have no result yet.
std::vector<RequestKey> NetworkPlayer::Unsettled(std::size_t call) const {
  std::vector<RequestKey> keys;
  for (const NodeId node : nodes_.ids()) {
    const RequestKey key{call, node};
    if (!IsSkipped(node) && !settled_.contains(key)) keys.push_back(key);
  }
  return keys;
}

void NetworkPlayer::GiveUp(Type type) {
  const std::size_t call = Current().number();
  std::vector<RequestKey> keys = Unsettled(call);
  if (type == Type::kClose && call > 1) {
    for (const RequestKey& key : Unsettled(1)) keys.push_back(key);
  }
  // Requests must not arrive later, when nobody waits for them any more.
  if (type != Type::kDeadline) {
    for (const RequestKey& key : keys) {
      if (!PlannedFor(key)) AwaitArrival(key);
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
  NoteFailures(
      call, type == Type::kDeadline ? NodeErrorCode::kDeadlineExceeded : NodeErrorCode::kCancelled);
  Current().See();
}

// Waits until the requests of a call have failed that have no result yet.
void NetworkPlayer::NoteFailures(std::size_t call, NodeErrorCode code) {
  for (const RequestKey& key : Unsettled(call)) {
    const auto result = board_.AwaitResult(key);
    if (!result || !*result || (*result)->code != code) {
      Misuse(fmt::format("server {}, when the call was given up: expected {}, observed {}",
                         Server(key.node), ExpectedText({code}), ResultText(result)));
    }
    failed_[key] = code;
    settled_.insert(key);
    given_up_.insert(key);
  }
}

bool NetworkPlayer::AwaitArrival(const RequestKey& key) {
  const bool arrives = board_.AwaitRequest(key);
  if (!arrives) {
    Misuse(fmt::format("server {}: expected a request, observed none", Server(key.node)));
  }
  if (plan_.IsOrdered() && plan_.way.announcement != Announcement::kNone && !board_.WasTold(key)) {
    Misuse(fmt::format("server {} got a request before the message that was sent first",
                       Server(key.node)));
  }
  return arrives;
}

void NetworkPlayer::Fail(const RequestKey& key, const PlannedFailure& planned, bool is_first) {
  switch (planned.failure) {
    case Failure::kGarbledRequest:
    case Failure::kNoMethod:
    case Failure::kRefused:
    case Failure::kDropped:
    case Failure::kDeadline:
    case Failure::kServerStillGone:
      return board_.LetGo(key);
    case Failure::kCancelled:
      if (AwaitArrival(key)) board_.LetGo(key);
      return;
    case Failure::kNodeClosed:
      if (!is_first || !AwaitArrival(key)) return;
      nodes_.node(key.node).Shutdown();
      return network_.ForbidReuse();
    case Failure::kAnswered:
    case Failure::kGarbledReply:
    case Failure::kReplyTurnedDown: {
      if (!AwaitArrival(key)) return;
      const bool is_answer = planned.failure == Failure::kAnswered;
      const quorum::NodeError error{key.node, planned.code, "scripted"};
      return board_.Give(key, is_answer ? CallBoard::Result(error) : CallBoard::Result());
    }
    case Failure::kForgotten:
      if (AwaitArrival(key)) board_.Forget(key);
      return;
    case Failure::kServerGone:
      if (!is_first || !AwaitArrival(key)) return;
      network_.StopServer(key.node);
      stopped_.push_back(key.node);
      return;
  }
}

void NetworkPlayer::BringServersBack() {
  for (const NodeId node : stopped_) {
    if (!network_.is_reusable() || network_.StartServer(node)) continue;
    Misuse(fmt::format("server {} came back: expected it to be reached again, observed only errors",
                       Server(node)));
    network_.ForbidReuse();
  }
}

NetworkPlayer::NodeHealth NetworkPlayer::HealthOf(NodeId node) const {
  return {nodes_.node(node).last_error(), nodes_.node(node).latency()};
}

// Checks what was delivered, and what the node says of its calls.
void NetworkPlayer::CheckResult(NetworkCall& call, const RequestKey& key,
                                const NodeHealth& before) {
  const auto result = board_.AwaitResult(key);
  const std::string wrong = WrongResult(plan_, key, Server(key.node), result);
  if (!wrong.empty()) call.observer().Misuse(wrong);
  if (result) CheckHealth(call, key, *result, before);
  if (result && *result) failed_[key] = (*result)->code;
}

// A reply counts for the latency, and an error as the last one; neither changes the other.
void NetworkPlayer::CheckHealth(NetworkCall& call, const RequestKey& key,
                                const CallBoard::Result& result, const NodeHealth& before) {
  if (!CheckLatency(key, result, before)) {
    const auto text = [](const std::optional<quorum::Duration>& latency) {
      return latency ? fmt::format("{} us", latency->count()) : "none";
    };
    call.observer().Misuse(
        fmt::format("latency of server {}, which {}: expected {}, observed {} after {}",
                    Server(key.node), result ? "failed" : "replied",
                    result ? "no change" : "an average in which the reply counts a fifth",
                    text(HealthOf(key.node).latency), text(before.latency)));
  }
  const auto last = HealthOf(key.node).last_error;
  const auto right =
      result ? std::optional(quorum::NodeError{key.node, result->code, ""}) : before.last_error;
  const auto same = [](const auto& a, const auto& b) {
    return a.has_value() == b.has_value() && (!a || (a->node == b->node && a->code == b->code));
  };
  if (same(last, right)) return;
  const auto text = [](const std::optional<quorum::NodeError>& error) {
    if (!error) return std::string("none");
    return fmt::format("\"{}\" of node {}", quorum::NodeErrorCodeName(error->code), error->node);
  };
  call.observer().Misuse(fmt::format("last error of server {}: expected {}, observed {}",
                                     Server(key.node), text(right), text(last)));
}

bool NetworkPlayer::CheckLatency(const RequestKey& key, const CallBoard::Result& result,
                                 const NodeHealth& before) const {
  const auto latency = HealthOf(key.node).latency;
  if (result) return latency == before.latency;
  if (!latency) return false;
  const auto longest = std::chrono::duration_cast<quorum::Duration>(
      std::chrono::steady_clock::now() - began_[key.call - 1]);
  if (!before.latency) return latency >= quorum::Duration(0) && latency <= longest;
  return *latency >= *before.latency * 4 / 5 && *latency <= (*before.latency * 4 + longest) / 5;
}

// An error accounts for all nodes, with the errors that they had.
void NetworkPlayer::CheckError(NetworkCall& call) {
  const auto error = call.error();
  if (!error) return;
  const bool late = std::ranges::find(error->errors, NodeErrorCode::kDeadlineExceeded,
                                      &quorum::NodeError::code) != error->errors.end();
  const auto cause = IsCancelled(call) ? quorum::Cause::kCancelled
                     : late            ? quorum::Cause::kDeadlineExceeded
                                       : quorum::Cause::kIncomplete;
  const auto accounted =
      static_cast<std::size_t>(error->replies) + error->errors.size() + error->outstanding.size();
  const bool sorted = std::ranges::is_sorted(error->errors, {}, &quorum::NodeError::node);
  const std::string nodes = WrongNodes(call, *error);
  if (!nodes.empty() || error->cause != cause || !sorted ||
      accounted != configuration_.server_ids.size()) {
    call.observer().Misuse(fmt::format("wrong error: expected cause {}{}, observed {}",
                                       quorum::CauseName(cause), nodes, quorum::ToString(*error)));
  }
  if (!IsTextWhole(*error)) {
    call.observer().Misuse("an error's text lacks something: " + quorum::ToString(*error));
  }
}

// What the error must say of each node of which it says something else: a node has failed, or was
// skipped, or replied, or has no result yet when the call ends. One that was given up together with
// the call may have failed or not.
std::string NetworkPlayer::WrongNodes(NetworkCall& call, const quorum::QuorumCallError& error) {
  const auto end = call.observer().ended_after();
  std::string wrong;
  for (const NodeId node : nodes_.ids()) {
    const RequestKey key{call.number(), node};
    const auto listed = std::ranges::find(error.errors, node, &quorum::NodeError::node);
    const bool is_listed = listed != error.errors.end();
    const bool is_outstanding =
        std::ranges::find(error.outstanding, node) != error.outstanding.end();
    const auto settled = settled_after_.find(key);
    const bool is_late = settled == settled_after_.end() || !end || settled->second > *end;
    const auto failed = failed_.find(key);
    std::optional<NodeErrorCode> code;
    if (IsSkipped(node)) {
      // A call that ends as it begins has not come to all nodes.
      if (is_listed || end != began_after_[key.call - 1]) code = NodeErrorCode::kSkipped;
    } else if (failed != failed_.end() && (!is_late || (given_up_.contains(key) && is_listed))) {
      code = failed->second;
    }
    const bool must_wait = !code && is_late;
    const bool right = is_outstanding == must_wait && is_listed == code.has_value() &&
                       (!code || listed->code == *code);
    if (right) continue;
    wrong += fmt::format(", node {}: {}", node,
                         code        ? quorum::NodeErrorCodeName(*code)
                         : must_wait ? "no answer"
                                     : "a reply");
  }
  return wrong;
}

// Was it given up by its caller first, rather than by its deadline or with its nodes? On nodes that
// were closed before, a call has ended before its caller can do so.
bool NetworkPlayer::IsCancelled(const NetworkCall& call) const {
  std::size_t number = 1;
  bool is_closed = false;
  for (const Event& event : test_.events) {
    if (event.type == Type::kNextCall) ++number;
    if (number == call.number() && IsGivingUp(event.type)) {
      return event.type == Type::kCancelled || (event.type == Type::kCancel && !is_closed);
    }
    is_closed = is_closed || event.type == Type::kClose;
  }
  return false;
}

// Checks that the configuration has all servers, however it was composed.
void NetworkPlayer::CheckConfiguration() {
  const NodeId stranger = network_.kind().servers;
  std::vector<NodeId> servers;
  for (NodeId node = 0; node < stranger; ++node) servers.push_back(node);
  if (nodes_ != network_.manager().Of(servers) || nodes_.Contains(stranger)) {
    Misuse("the configuration is not composed of the servers");
  }
}

oracles::QuorumCallOutcome NetworkPlayer::Outcome() {
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
    if (is_late && !plan_.deadlines.contains(call->number())) {
      end->cause = cases::QuorumCallEnd::Cause::kIncomplete;
    }
  }
  return outcome;
}

}  // namespace adapter
