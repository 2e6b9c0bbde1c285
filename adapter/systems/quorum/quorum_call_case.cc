#include "adapter/systems/quorum/quorum_call_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <latch>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "adapter/systems/quorum/call_observer.h"
#include "adapter/systems/quorum/call_oracle.h"
#include "quorum/quorum_call.h"

namespace adapter {
namespace {

using cases::QuorumCallCase;
using cases::QuorumCallEvent;
using quorum::NodeId;
using Type = QuorumCallEvent::Type;

constexpr std::size_t kThreads = 2;

/// What a server is asked, and answers: by which call of the case, and for which server it is
/// meant.
struct Token {
  std::size_t call = 0;
  NodeId node = 0;
  bool operator==(const Token&) const = default;
};
constexpr NodeId kAnyNode = -1;  // the argument is the same for all

using Result = quorum::NodeResult<Token>;
using OnResult = std::function<void(Result)>;
using Call = quorum::QuorumCall<Token, Token, int>;

enum class Arguments { kSame, kPerNode };
enum class Delivery { kInOrder, kWhileSending, kInThreads };

struct Way {
  Arguments arguments;
  Delivery delivery;
};

std::string Name(const Way& way) {
  std::string name =
      way.arguments == Arguments::kSame ? "the same argument for all" : "an argument for each";
  if (way.delivery == Delivery::kWhileSending) name += ", results while sending";
  if (way.delivery == Delivery::kInThreads) name += ", results in two threads";
  return name;
}

bool IsReply(Type type) { return type == Type::kReply || type == Type::kLateReply; }
bool GivesUp(Type type) {
  return type == Type::kCancel || type == Type::kDeadline || type == Type::kClose ||
         type == Type::kCancelled;
}
bool IsLate(Type type) { return type == Type::kLateReply || type == Type::kLateError; }

/// One call: sends, takes results, and sees what becomes of it. Outlives the results' delivery.
class ScriptedCall {
 public:
  ScriptedCall(std::size_t number, const cases::Configuration& configuration,
               const std::shared_ptr<CallTrace>& trace)
      : number_(number),
        configuration_(configuration),
        trace_(trace),
        observer_(configuration, number, trace) {}

  /// `on_sent` is told whom each request is sent to; `events` counts the results so far.
  void Start(Arguments arguments, const std::vector<cases::ServerId>& skipped,
             const std::atomic<std::int64_t>& events, std::function<void(NodeId)> on_sent) {
    // As long as anything of the call is there, so is what it was given.
    const auto kept = std::make_shared<char>();
    kept_ = kept;
    std::vector<NodeId> nodes;
    for (NodeId node = 0; node < configuration_.system_size; ++node) nodes.push_back(node);
    const bool same = arguments == Arguments::kSame;
    const auto send = [this, same, on_sent = std::move(on_sent)](
                          NodeId node, const std::shared_ptr<const Token>& argument,
                          OnResult on_result) {
      observer_.Asked(node);
      trace_->Asked(number_, observer_.Server(node));
      if (*argument != Token{number_, same ? kAnyNode : node}) {
        observer_.Misuse(
            fmt::format("server {} got the argument of another", observer_.Server(node)));
      }
      pending_[node] = std::move(on_result);
      if (on_sent) on_sent(node);
    };
    const auto done = [this, &events, kept](const quorum::Outcome<int>& end) {
      observer_.Ended(events.load(std::memory_order_relaxed), end.ok() ? nullptr : &end.error(),
                      end.reply());
    };
    const auto quorum_function = [this, kept](const Token&, const quorum::Replies<Token>& replies) {
      return observer_.Count<Token>(replies, [this](NodeId node, const Token& reply) {
        return reply == Token{number_, node};
      });
    };
    if (same) {
      quorum::StartQuorumCall<Token, Token, int>({number_, kAnyNode}, nodes, quorum_function, send,
                                                 done)
          ->CancelWith(giving_up_.get_token());
      return;
    }
    const quorum::PerNode<Token> per_node = [&](const Token&, NodeId node) -> std::optional<Token> {
      if (std::ranges::find(skipped, observer_.Server(node)) != skipped.end()) return std::nullopt;
      return Token{number_, node};
    };
    const auto call =
        std::make_shared<Call>(Token{number_, kAnyNode}, nodes, quorum_function, done);
    call->CancelWith(giving_up_.get_token());
    quorum::SendToEach(call, nodes, per_node, quorum::SendTo<Token, Token>(send));
  }

  /// A result of a server. May be called from several threads.
  void Deliver(cases::ServerId server, bool is_reply) {
    const NodeId node = Node(server);
    const auto on_result = pending_.find(node);
    if (on_result == pending_.end()) return;  // the missing request is seen
    on_result->second(
        is_reply ? Result::Ok({number_, node})
                 : Result::Failed({node, quorum::NodeErrorCode::kUnavailable, "scripted"}));
  }

  /// The call is given up before it begins.
  void CancelFirst() { giving_up_.request_stop(); }

  /// Does what a caller does to give the call up, and what a transport then does to the requests
  /// without a result.
  void GiveUp(Type type) {
    if (type == Type::kCancel) giving_up_.request_stop();
    const auto code = type == Type::kDeadline ? quorum::NodeErrorCode::kDeadlineExceeded
                                              : quorum::NodeErrorCode::kCancelled;
    for (const auto& [node, on_result] : pending_) {
      on_result(Result::Failed({node, code, "given up"}));
    }
  }

  oracles::QuorumCallOutcome::Call Take() {
    pending_.clear();  // the last ones to hold on to the call
    if (!kept_.expired()) observer_.Misuse("something of the call is left after its last result");
    return observer_.Take();
  }

 private:
  NodeId Node(cases::ServerId server) const {
    const auto& ids = configuration_.server_ids;
    return static_cast<NodeId>(std::ranges::find(ids, server) - ids.begin());
  }

  const std::size_t number_;
  const cases::Configuration& configuration_;
  std::map<NodeId, OnResult> pending_;
  std::weak_ptr<const char> kept_;
  std::stop_source giving_up_;
  const std::shared_ptr<CallTrace> trace_;
  CallObserver observer_;
};

/// Runs a case in one way.
class CaseRun {
 public:
  CaseRun(const QuorumCallCase& test, const cases::Configuration& configuration, const Way& way)
      : test_(test), configuration_(configuration), way_(way) {}

  std::vector<trace::Step> TakeSteps() { return trace_->Take(); }

  oracles::QuorumCallOutcome Run() {
    if (!IsNextCancelled()) StartCall();
    if (way_.delivery == Delivery::kInOrder) {
      for (const QuorumCallEvent& event : test_.events) RecordAndHappen(event);
    } else if (way_.delivery == Delivery::kInThreads) {
      DeliverInThreads();
    }
    oracles::QuorumCallOutcome outcome;
    for (const auto& call : calls_) outcome.calls.push_back(call->Take());
    return outcome;
  }

 private:
  /// Is a call that would begin now one that was given up before? Then it begins with that event.
  bool IsNextCancelled() const {
    const auto next = static_cast<std::size_t>(events_.load(std::memory_order_relaxed));
    return next < test_.events.size() && test_.events[next].type == Type::kCancelled;
  }

  void StartCall(bool is_cancelled = false) {
    calls_.push_back(std::make_unique<ScriptedCall>(calls_.size() + 1, configuration_, trace_));
    if (is_cancelled) calls_.back()->CancelFirst();
    std::function<void(NodeId)> on_sent;
    if (way_.delivery == Delivery::kWhileSending) {
      on_sent = [this](NodeId node) {
        const cases::ServerId server = configuration_.server_ids[static_cast<std::size_t>(node)];
        for (const QuorumCallEvent& event : test_.events) {
          if (event.server == server) RecordAndHappen(event);
        }
      };
    }
    calls_.back()->Start(way_.arguments, test_.skipped, events_, on_sent);
  }

  void RecordAndHappen(const QuorumCallEvent& event) {
    trace_->Happens(event);
    Happen(event);
  }

  void Happen(const QuorumCallEvent& event) {
    events_.fetch_add(1, std::memory_order_relaxed);
    if (event.type == Type::kNextCall && IsNextCancelled()) return;
    if (event.type == Type::kNextCall || event.type == Type::kCancelled) {
      StartCall(event.type == Type::kCancelled);
      if (closed_ || event.type == Type::kCancelled) calls_.back()->GiveUp(Type::kClose);
      return;
    }
    if (GivesUp(event.type)) return GiveUp(event.type);
    ScriptedCall& call = IsLate(event.type) ? *calls_.front() : *calls_.back();
    call.Deliver(event.server, IsReply(event.type));
  }

  void GiveUp(Type type) {
    calls_.back()->GiveUp(type);
    if (type != Type::kClose) return;
    closed_ = true;
    calls_.front()->GiveUp(type);
  }

  // The recorder's lock would hide races of the threads: what they deliver is recorded before.
  void DeliverInThreads() {
    for (const QuorumCallEvent& event : test_.events) trace_->Happens(event);
    std::latch start(kThreads);
    std::array<std::thread, kThreads> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads[t] = std::thread([this, t, &start] {
        start.arrive_and_wait();
        for (std::size_t i = t; i < test_.events.size(); i += kThreads) Happen(test_.events[i]);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  const QuorumCallCase& test_;
  const cases::Configuration& configuration_;
  const Way way_;
  std::atomic<std::int64_t> events_ = 0;
  bool closed_ = false;
  const std::shared_ptr<CallTrace> trace_ = std::make_shared<CallTrace>();
  std::vector<std::unique_ptr<ScriptedCall>> calls_;
};

/// One call, which is not given up.
bool IsPlain(const QuorumCallCase& test) {
  return test.ends.size() == 1 &&
         std::ranges::none_of(test.events, GivesUp, &QuorumCallEvent::type);
}

/// Can each server answer while the next request has not been sent yet?
bool FollowsTheServers(const QuorumCallCase& test, const cases::Configuration& configuration) {
  const auto place = [&](const QuorumCallEvent& event) {
    return std::ranges::find(configuration.server_ids, event.server);
  };
  return std::ranges::is_sorted(test.events, {}, place);
}

/// Is the first result of each server the same in any order?
bool HasOneResultPerServer(const QuorumCallCase& test) {
  std::map<cases::ServerId, Type> results;
  return std::ranges::all_of(test.events, [&](const QuorumCallEvent& event) {
    return results.emplace(event.server, event.type).first->second == event.type;
  });
}

std::vector<Way> WaysOf(const QuorumCallCase& test, const cases::Configuration& configuration) {
  std::vector<Arguments> arguments{Arguments::kPerNode};
  if (test.skipped.empty()) arguments.push_back(Arguments::kSame);
  std::vector<Way> ways;
  for (const Arguments each : arguments) {
    ways.push_back({each, Delivery::kInOrder});
    if (!IsPlain(test)) continue;
    // A skipped server's turn would come after the results of the servers before it.
    if (test.skipped.empty() && FollowsTheServers(test, configuration)) {
      ways.push_back({each, Delivery::kWhileSending});
    }
    if (test.events.size() > 1 && HasOneResultPerServer(test)) {
      ways.push_back({each, Delivery::kInThreads});
    }
  }
  return ways;
}

/// In threads the call may end at any event, and if it is incomplete, with fewer replies than in
/// the case's order, or more.
void ForgetOrder(const QuorumCallCase& test, oracles::QuorumCallOutcome& outcome) {
  auto& end = outcome.calls.front().end;
  if (!end) return;
  end->after = test.ends.front().after;
  if (!end->quorum) end->replies = test.ends.front().replies;
}

}  // namespace

Verdict RunCase(const QuorumCallCase& test, const cases::Configuration& configuration) {
  Verdict verdict;
  for (const Way& way : WaysOf(test, configuration)) {
    CaseRun run(test, configuration, way);
    oracles::QuorumCallOutcome outcome = run.Run();
    if (way.delivery == Delivery::kInThreads) ForgetOrder(test, outcome);
    verdict = Judge(oracles::Compare(test, outcome));
    verdict.trace.steps = run.TakeSteps();
    if (verdict.outcome == Outcome::kPass) continue;
    verdict.detail = fmt::format("{}: {}", Name(way), verdict.detail);
    break;
  }
  return verdict;
}

}  // namespace adapter
