#include "adapter/systems/quorum/network_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/split_mix64.h"

namespace adapter {
namespace {

using cases::QuorumCallCase;
using cases::QuorumCallEvent;
using quorum::NodeErrorCode;
using quorum::NodeId;
using Type = QuorumCallEvent::Type;

/// Draws the open choices of a case, always in the same order.
class Drawing {
 public:
  Drawing(const QuorumCallCase& test, const cases::Configuration& configuration, std::uint64_t seed)
      : test_(test), configuration_(configuration), random_(seed) {}

  NetworkPlan Draw() {
    DrawKind();
    DrawWay();
    plan_.composition = static_cast<Composition>(Of(6));
    FindFirstResults();
    PlanDeadlines();
    for (const auto& [key, type] : first_) {
      if (!IsReply(type) && !plan_.failures.contains(key)) PlanFailure(key, type);
    }
    return plan_;
  }

 private:
  // 0, ..., n - 1.
  int Of(int n) { return static_cast<int>(random_.Next() % static_cast<std::uint64_t>(n)); }
  bool OneIn(int n) { return Of(n) == 0; }
  template <std::size_t kCount>
  Failure Draw(const std::array<Failure, kCount>& failures) {
    return failures[static_cast<std::size_t>(Of(static_cast<int>(kCount)))];
  }

  void DrawKind() {
    NetworkKind& kind = plan_.kind;
    kind.servers = configuration_.system_size;
    if (OneIn(2)) kind.order = quorum::Order::kFifo;
    kind.first_is_local = OneIn(3);
    // Protection does not change what is sent: few cases are enough.
    if (!OneIn(8)) return;
    kind.protection =
        OneIn(2) ? NetworkKind::Protection::kTls : NetworkKind::Protection::kMutualTls;
  }

  void DrawWay() {
    CallWay& way = plan_.way;
    way.style = static_cast<CallStyle>(Of(3));
    way.each = !test_.skipped.empty() || OneIn(2);
    way.apart = way.each && way.style != CallStyle::kCorrectable && OneIn(4);
    way.announcement = static_cast<Announcement>(Of(3));
    way.has_token = way.style == CallStyle::kCallback || OneIn(2);
  }

  NodeId Node(cases::ServerId server) const {
    const auto& ids = configuration_.server_ids;
    return static_cast<NodeId>(std::ranges::find(ids, server) - ids.begin());
  }

  // The first result of each server decides how its request fails.
  void FindFirstResults() {
    bool is_given_up = false;  // then nothing is left that a deadline could end
    bool is_closed = false;
    for (const QuorumCallEvent& event : test_.events) {
      if (event.type == Type::kNextCall) {
        ++calls_;
        is_given_up = is_closed;
      } else if (IsGivingUp(event.type)) {
        if (event.type == Type::kDeadline && !is_given_up) plan_.deadlines.insert(calls_);
        is_given_up = true;
        is_closed = is_closed || event.type == Type::kClose;
      } else {
        first_.emplace(RequestKey{IsLate(event.type) ? 1 : calls_, Node(event.server)}, event.type);
      }
    }
  }

  void PlanDeadlines() {
    for (const std::size_t call : plan_.deadlines) {
      for (NodeId node = 0; node < configuration_.system_size; ++node) {
        const RequestKey key{call, node};
        if (!first_.contains(key)) plan_.failures[key] = {Failure::kDeadline};
      }
    }
  }

  void PlanFailure(const RequestKey& key, Type type) {
    // A server that is gone is gone for the next call, too.
    const RequestKey next{key.call + 1, key.node};
    const auto after = first_.find(next);
    const bool may_stay_away = key.call < calls_ && type == Type::kError && after != first_.end() &&
                               after->second == Type::kError && !plan_.IsLocal(key.node) &&
                               plan_.way.announcement == Announcement::kNone;
    if (may_stay_away && OneIn(16)) {
      plan_.failures[key] = {Failure::kServerGone};
      plan_.failures.emplace(next, PlannedFailure{Failure::kServerStillGone});
    } else {
      plan_.failures[key] = DrawFailure(key.node);
    }
  }

  PlannedFailure DrawFailure(NodeId node) {
    constexpr std::array kAnywhere{
        Failure::kAnswered, Failure::kForgotten,       Failure::kNoMethod, Failure::kRefused,
        Failure::kDropped,  Failure::kReplyTurnedDown, Failure::kDeadline, Failure::kCancelled};
    constexpr std::array kRemotely{Failure::kGarbledReply, Failure::kGarbledRequest};
    // Servers and connections that begin again take tens of milliseconds.
    constexpr std::array kForGood{Failure::kServerGone, Failure::kNodeClosed};
    const auto code = static_cast<NodeErrorCode>(Of(5));
    if (test_.ends.size() == 1 && OneIn(128)) {
      const Failure failure = Draw(kForGood);
      if (failure == Failure::kNodeClosed || !plan_.IsLocal(node)) return {failure, code};
    }
    if (!plan_.IsLocal(node) && OneIn(4)) return {Draw(kRemotely), code};
    return {Draw(kAnywhere), code};
  }

  const QuorumCallCase& test_;
  const cases::Configuration& configuration_;
  base::SplitMix64 random_;
  NetworkPlan plan_;
  std::size_t calls_ = 1;
  std::map<RequestKey, Type> first_;
};

}  // namespace

bool IsReply(Type type) { return type == Type::kReply || type == Type::kLateReply; }

bool IsGivingUp(Type type) {
  return type == Type::kCancel || type == Type::kDeadline || type == Type::kClose ||
         type == Type::kCancelled;
}

bool IsLate(Type type) { return type == Type::kLateReply || type == Type::kLateError; }

NetworkPlan DrawPlan(const QuorumCallCase& test, const cases::Configuration& configuration,
                     std::uint64_t seed) {
  return Drawing(test, configuration, seed).Draw();
}

std::string Describe(const NetworkPlan& plan) {
  const auto& [kind, way, composition, failures, deadlines] = plan;
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

std::set<NodeErrorCode> CodesOf(const NetworkPlan& plan, const RequestKey& key) {
  const auto planned = plan.failures.find(key);
  if (planned == plan.failures.end()) return {};
  const NodeErrorCode code = planned->second.code;
  switch (planned->second.failure) {
    case Failure::kAnswered:
      // gRPC's statuses have no word for it.
      if (code == NodeErrorCode::kSkipped && !plan.IsOrdered() && !plan.IsLocal(key.node)) {
        return {NodeErrorCode::kRemote};
      }
      return {code};
    case Failure::kRefused:
    case Failure::kReplyTurnedDown:
      return {code};
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

namespace {

// What was done to a request, for the user.
const char* Describe(Failure failure) {
  switch (failure) {
    case Failure::kAnswered:
      return "it answered with an error";
    case Failure::kForgotten:
      return "its handler dropped the request";
    case Failure::kGarbledReply:
      return "it answered with bytes that are no reply";
    case Failure::kGarbledRequest:
      return "it got bytes that are no request";
    case Failure::kNoMethod:
      return "it does not know the method";
    case Failure::kServerGone:
      return "it ended while it had the request";
    case Failure::kRefused:
      return "an interceptor refused the request";
    case Failure::kDropped:
      return "an interceptor dropped the request";
    case Failure::kReplyTurnedDown:
      return "a hook made an error of its reply";
    case Failure::kDeadline:
      return "the request's deadline was due";
    case Failure::kCancelled:
      return "the caller cancelled the request";
    case Failure::kNodeClosed:
      return "the caller closed the node";
    case Failure::kServerStillGone:
      return "it ended in the call before";
  }
  return "";
}

}  // namespace

std::string ExpectedText(const std::set<NodeErrorCode>& codes) {
  if (codes.empty()) return "a reply";
  std::vector<std::string> names;
  for (const NodeErrorCode code : codes) {
    names.push_back(fmt::format("\"{}\"", quorum::NodeErrorCodeName(code)));
  }
  return fmt::format("the error {}", fmt::join(names, " or "));
}

std::string ResultText(const std::optional<CallBoard::Result>& result) {
  if (!result) return "no result";
  if (!*result) return "a reply";
  return fmt::format("the error \"{}\" ({})", quorum::NodeErrorCodeName((*result)->code),
                     (*result)->message);
}

std::string WrongResult(const NetworkPlan& plan, const RequestKey& key, cases::ServerId server,
                        const std::optional<CallBoard::Result>& result) {
  const std::set<NodeErrorCode> expected = CodesOf(plan, key);
  if (result) {
    const quorum::NodeError* const error = *result ? &**result : nullptr;
    if (error != nullptr ? expected.contains(error->code) : expected.empty()) return "";
  }
  const auto planned = plan.failures.find(key);
  return fmt::format(
      "server {}, when {}: expected {}, observed {}", server,
      planned == plan.failures.end() ? "it replied" : Describe(planned->second.failure),
      ExpectedText(expected), ResultText(result));
}

}  // namespace adapter
