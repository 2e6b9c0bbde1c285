#include "adapter/systems/paxos/runs/unit_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "adapter/systems/paxos/oracles/expected.h"
#include "sut/paxos/roles/acceptor.h"
#include "sut/paxos/roles/failure_detector.h"
#include "sut/paxos/roles/learner.h"
#include "sut/paxos/roles/quorum_functions.h"
#include "sut/paxos/roles/storage.h"

namespace adapter {
namespace {

using paxos::ReplicaId;

template <typename Message>
cases::Round RequestRound(const std::vector<Message>& replies) {
  cases::Round highest = 0;
  for (const Message& reply : replies) highest = std::max(highest, reply.rnd);
  return highest;
}

// A published refusal does not say what the acceptor had promised; it is at least the round.
paxos::Refusal RefusalOf(cases::Round request_round) {
  paxos::Refusal refusal;
  refusal.set_promised(request_round);
  return refusal;
}

paxos::PrepareReply ToMessage(const cases::Promise& promise, cases::Round request_round) {
  paxos::PrepareReply reply;
  if (promise.rnd == 0 && request_round != 0) {
    *reply.mutable_refusal() = RefusalOf(request_round);
    return reply;
  }
  reply.mutable_promise()->set_rnd(promise.rnd);
  if (promise.vrnd != 0 || !promise.vval.empty()) {
    reply.mutable_promise()->mutable_vote()->set_rnd(promise.vrnd);
    reply.mutable_promise()->mutable_vote()->set_value(promise.vval);
  }
  return reply;
}

paxos::AcceptReply ToMessage(const cases::Learn& learn, cases::Round request_round) {
  paxos::AcceptReply reply;
  if (learn.rnd == 0 && request_round != 0) {
    *reply.mutable_refusal() = RefusalOf(request_round);
    return reply;
  }
  reply.mutable_learn()->set_rnd(learn.rnd);
  reply.mutable_learn()->set_value(learn.vval);
  return reply;
}

cases::Promise FromMessage(const paxos::Promise& promise) {
  if (!promise.has_vote()) return {promise.rnd(), 0, ""};
  return {promise.rnd(), promise.vote().rnd(), promise.vote().value()};
}

cases::Learn FromMessage(const paxos::Learn& learn) { return {learn.rnd(), learn.value()}; }

template <typename Reply, typename Message>
quorum::Replies<Reply> ByNode(const std::vector<Message>& messages, cases::Round request_round) {
  quorum::Replies<Reply> replies;
  quorum::NodeId node = 0;
  for (const Message& message : messages) {
    replies.emplace(node++, ToMessage(message, request_round));
  }
  return replies;
}

// What a case need not say, since it follows from what it says.
class Implied {
 public:
  template <class Value>
  void Check(const std::string& what, const Value& expected, const Value& observed) {
    if (expected == observed) return;
    mismatches_.push_back({what, Text(expected), Text(observed)});
  }
  // The mismatches of the case, and these.
  Verdict JudgeWith(std::vector<oracles::Mismatch> mismatches) const {
    mismatches.insert(mismatches.end(), mismatches_.begin(), mismatches_.end());
    return Judge(std::move(mismatches));
  }

 private:
  static std::string Text(std::int64_t number) { return fmt::to_string(number); }
  static std::string Text(const std::optional<paxos::Round>& rnd) {
    return rnd ? fmt::format("round {}", *rnd) : "none";
  }
  static std::string Text(const std::optional<paxos::RoundValue>& value) {
    return value ? fmt::format("\"{}\" of round {}", value->value, value->rnd) : "none";
  }

  std::vector<oracles::Mismatch> mismatches_;
};

// Without a quorum: how many replies are wanted still, and what the refusals say.
template <class Reply>
void CheckWithoutQuorum(const quorum::Combined<Reply>& combined, int quorum_size, int useful,
                        bool refused, paxos::Round request_round, Implied& implied) {
  if (combined.quorum) return;
  implied.Check("missing replies", std::int64_t{quorum_size - useful},
                std::int64_t{combined.missing});
  using Promised = std::optional<paxos::Round>;
  implied.Check(
      "combined refusal", refused ? Promised(request_round) : Promised(),
      combined.reply.has_refusal() ? Promised(combined.reply.refusal().promised()) : Promised());
}

template <class Message>
bool HasRefusal(const std::vector<Message>& replies, cases::Round request_round) {
  return request_round != 0 &&
         std::ranges::find(replies, cases::Round{0}, &Message::rnd) != replies.end();
}

using AcceptorReply = std::optional<std::variant<cases::Promise, cases::Learn>>;

// An acceptor and what it has saved. What it promised and voted for by its own replies is what its
// refusals name, and what is saved after each step.
class RestartableAcceptor {
 public:
  RestartableAcceptor() { Start(); }

  AcceptorReply operator()(const cases::Prepare& prepare) {
    paxos::PrepareRequest request;
    request.set_rnd(prepare.rnd);
    const paxos::PrepareReply reply = acceptor_->OnPrepare(request);
    if (!reply.has_promise()) return Refuse(reply);
    said_.promised = reply.promise().rnd();
    return FromMessage(reply.promise());
  }

  AcceptorReply operator()(const cases::Accept& accept) {
    paxos::AcceptRequest request;
    request.set_rnd(accept.rnd);
    request.set_value(accept.val);
    const paxos::AcceptReply reply = acceptor_->OnAccept(request);
    if (!reply.has_learn()) return Refuse(reply);
    said_.promised = reply.learn().rnd();
    said_.vote = {reply.learn().rnd(), reply.learn().value()};
    return FromMessage(reply.learn());
  }

  AcceptorReply operator()(const cases::RestartAcceptor& /*restart*/) {
    Start();
    return std::nullopt;
  }

  // To be called after each step.
  void CheckSaved(std::size_t step, Implied& implied) {
    const paxos::StoredState saved = storage_.Load();
    const std::string after = fmt::format("after step {}", step);
    implied.Check("promise saved " + after, said_.promised, saved.promised);
    implied.Check("vote saved " + after, said_.vote, saved.vote);
    if (refused_for_) {
      implied.Check(fmt::format("round of refusal {}", step), said_.promised, *refused_for_);
    }
    refused_for_.reset();
  }

 private:
  void Start() { acceptor_ = std::make_unique<paxos::Acceptor>(storage_, paxos::Probe(0)); }

  template <class Reply>
  AcceptorReply Refuse(const Reply& reply) {
    using Promised = std::optional<paxos::Round>;
    refused_for_ = reply.has_refusal() ? Promised(reply.refusal().promised()) : Promised();
    return std::nullopt;
  }

  paxos::MemoryStorage storage_;
  std::unique_ptr<paxos::Acceptor> acceptor_;
  paxos::StoredState said_;
  std::optional<std::optional<paxos::Round>> refused_for_;  // by this step
};

constexpr paxos::Duration kDelay(100);
constexpr paxos::Duration kDelta(50);

// The rest of a period in which exactly the replicas with answers[replica] answer their ping, and
// its time-out.
paxos::FailureDetector::Findings RunPeriod(paxos::FailureDetector& detector,
                                           const std::vector<bool>& answers) {
  const std::int64_t period = detector.period();
  for (const ReplicaId replica : detector.replicas()) {
    if (answers[static_cast<std::size_t>(replica)]) {
      detector.OnPingAnswered(period, replica);
    } else {
      detector.OnPingFailed(period, replica);
    }
  }
  return detector.OnTimeout();
}

std::vector<cases::ServerId> ServersOf(const std::vector<ReplicaId>& replicas,
                                       const std::vector<cases::ServerId>& server_ids) {
  std::vector<cases::ServerId> servers;
  for (const ReplicaId replica : replicas)
    servers.push_back(server_ids[static_cast<std::size_t>(replica)]);
  return servers;
}

}  // namespace

Verdict RunCase(const cases::PrepareQfCase& test, const cases::Configuration& configuration) {
  paxos::PrepareRequest request;
  request.set_rnd(RequestRound(test.replies));
  const auto combined = paxos::PrepareQF(configuration.quorum_size, request,
                                         ByNode<paxos::PrepareReply>(test.replies, request.rnd()));
  oracles::PrepareQfOutcome outcome{combined.quorum, std::nullopt};
  if (combined.quorum && combined.reply.has_promise()) {
    outcome.combined = FromMessage(combined.reply.promise());
  }
  const auto promises = std::ranges::count(test.replies, request.rnd(), &cases::Promise::rnd);
  Implied implied;
  CheckWithoutQuorum(combined, configuration.quorum_size, static_cast<int>(promises),
                     HasRefusal(test.replies, request.rnd()), request.rnd(), implied);
  return implied.JudgeWith(oracles::Compare(test, outcome));
}

Verdict RunCase(const cases::AcceptQfCase& test, const cases::Configuration& configuration) {
  paxos::AcceptRequest request;
  request.set_rnd(RequestRound(test.replies));
  const auto first = std::ranges::find(test.replies, request.rnd(), &cases::Learn::rnd);
  if (first != test.replies.end()) request.set_value(first->vval);
  const auto combined = paxos::AcceptQF(configuration.quorum_size, request,
                                        ByNode<paxos::AcceptReply>(test.replies, request.rnd()));
  oracles::AcceptQfOutcome outcome{combined.quorum, std::nullopt};
  if (combined.quorum && combined.reply.has_learn()) {
    outcome.combined = FromMessage(combined.reply.learn());
  }
  const auto learns =
      std::ranges::count(test.replies, cases::Learn{request.rnd(), request.value()});
  Implied implied;
  CheckWithoutQuorum(combined, configuration.quorum_size, static_cast<int>(learns),
                     HasRefusal(test.replies, request.rnd()), request.rnd(), implied);
  return implied.JudgeWith(oracles::Compare(test, outcome));
}

Verdict RunCase(const cases::CommitQfCase& test, const cases::Configuration& configuration) {
  quorum::Replies<paxos::CommitReply> replies;
  for (quorum::NodeId node = 0; node < test.replies; ++node)
    replies.emplace(node, paxos::CommitReply());
  const auto combined = paxos::CommitQF(configuration.quorum_size, paxos::CommitRequest(), replies);
  Implied implied;
  if (!combined.quorum) {
    implied.Check("missing replies", std::int64_t{configuration.quorum_size} - test.replies,
                  std::int64_t{combined.missing});
  }
  return implied.JudgeWith(oracles::Compare(test, oracles::CommitQfOutcome{combined.quorum}));
}

Verdict RunCase(const cases::AcceptorCase& test) {
  RestartableAcceptor acceptor;
  oracles::AcceptorOutcome outcome;
  Implied implied;
  for (const cases::AcceptorStep& step : test.steps) {
    outcome.replies.push_back(std::visit(acceptor, step.request));
    acceptor.CheckSaved(outcome.replies.size(), implied);
  }
  return implied.JudgeWith(oracles::Compare(test, outcome));
}

Verdict RunCase(const cases::FailureDetectorCase& test) {
  std::vector<ReplicaId> replicas(test.server_ids.size());
  std::iota(replicas.begin(), replicas.end(), 0);
  paxos::FailureDetector detector(replicas, kDelay, kDelta, paxos::Probe(0));
  // Until its first time-out a detector takes all for alive, so the pings of this period can wait:
  // their answers are the late ones. The period after it brings about the case's suspicions.
  const std::int64_t first_period = detector.period();
  detector.OnTimeout();
  std::vector<bool> answers_before = test.suspected;
  answers_before.flip();
  RunPeriod(detector, answers_before);
  for (const ReplicaId replica : replicas) {
    if (detector.Suspects(replica) != test.suspected[static_cast<std::size_t>(replica)]) {
      return {Outcome::kFail, "the detector could not be brought to the case's suspicions", {}};
    }
  }
  const paxos::Duration delay = detector.delay();
  for (const ReplicaId replica : replicas) {
    if (test.late && (*test.late)[static_cast<std::size_t>(replica)]) {
      detector.OnPingAnswered(first_period, replica);
    }
  }
  const std::int64_t period = detector.period();
  const auto findings = RunPeriod(detector, test.alive);
  Implied implied;
  implied.Check("period after the time-out", period + 1, detector.period());
  const paxos::Duration growth = detector.delay() - delay;
  if (growth != paxos::Duration(0) && growth != kDelta) {
    return {Outcome::kFail, "the delay changed by something else than the detector's delta", {}};
  }
  oracles::FailureDetectorOutcome outcome;
  for (const ReplicaId replica : replicas) outcome.suspected.push_back(detector.Suspects(replica));
  outcome.longer = growth == kDelta;
  outcome.newly_suspected = ServersOf(findings.suspected, test.server_ids);
  outcome.restored = ServersOf(findings.restored, test.server_ids);
  return implied.JudgeWith(oracles::Compare(test, outcome));
}

Verdict RunCase(const cases::LearnerCase& test) {
  paxos::MemoryStorage storage;
  paxos::Learner learner(storage, paxos::Probe(0));
  oracles::LearnerOutcome outcome;
  Implied implied;
  for (const cases::LearnerStep& step : test.steps) {
    paxos::CommitRequest request;
    request.set_rnd(step.commit.rnd);
    request.set_value(step.commit.val);
    learner.OnCommit(request);
    auto& learned = outcome.learned.emplace_back();
    if (learner.learned()) learned = {learner.learned()->rnd, learner.learned()->value};
    implied.Check(fmt::format("decision saved after step {}", outcome.learned.size()),
                  learner.learned(), storage.Load().decision);
  }
  return implied.JudgeWith(oracles::Compare(test, outcome));
}

}  // namespace adapter
