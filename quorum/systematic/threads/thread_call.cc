#include "quorum/systematic/threads/thread_call.h"

#include <utility>

#include "quorum/systematic/call_contract.h"
#include "quorum/systematic/threads/wire.h"

namespace quorum::systematic {

using ::systematic::fibers::WaitUntil;
using ::systematic::fibers::Yield;

void ThreadCall::Run(std::optional<Configuration> configuration) {
  for (const NodeId node : configuration->ids()) asked_[node] = 0;
  Ask(*configuration, {Duration(1'000'000), false, source_.get_token()});
  for (const auto& [node, times] : asked_) {
    if (times != 1) {
      Fail("requests",
           "asks node " + std::to_string(node) + " " + std::to_string(times) + " times");
    }
  }
  begun_ = true;
  configuration.reset();
  Await();
  over_ = true;
}

void ThreadCall::Ask(const Configuration& configuration, const CallOptions& options) {
  using SendIt =
      std::function<void(const CallOptions&, NodeId, const std::shared_ptr<const Text>&, OnResult)>;
  Text request;
  request.set_text(name_);
  const SendIt send = [&](const CallOptions& sent, NodeId node,
                          const std::shared_ptr<const Text>& argument, OnResult on_result) {
    Send(configuration, sent, node, argument, std::move(on_result));
  };
  if (form_ == AskForm::kMulticast) {
    return Multicast<Text, Text>(
        request, configuration.ids(), nullptr,
        [&](NodeId node, const std::shared_ptr<const Text>& argument, OnResult on_result) {
          send(options, node, argument, std::move(on_result));
        },
        [this](const SendErrors& errors) { OnSendErrors(errors); });
  }
  Question<Text, Text, Text, SendIt> question{request, configuration.ids(), Wants(), nullptr, send};
  switch (form_) {
    case AskForm::kAsync:
      future_ = question.AskAsync(options);
      break;
    case AskForm::kWatch:
      correctable_ = question.Watch(options);
      correctable_->Watch(1, [this](const View<Text>&) { ++watchers_told_; });
      break;
    default:
      question.Ask(options, [this](const Outcome<Text>& outcome) { OnOutcome(outcome); });
  }
}

QuorumFunction<testing::Text, testing::Text> ThreadCall::Wants() {
  return [this](const Text& request, const Replies<Text>& replies) {
    if (inside_++ > 0) Fail("quorum functions", "runs its quorum function twice at a time");
    if (request.text() != name_) Fail("requests", "judges replies to " + request.text());
    std::map<NodeId, std::string> texts;
    for (const auto& [node, reply] : replies) texts.emplace(node, reply.text());
    Yield();  // it takes its time
    for (const auto& [node, text] : texts) {
      if (!replies_.contains(node)) {
        Fail("results", "counts a reply of node " + std::to_string(node) + " that never came");
      }
    }
    combined_ = Combine(texts);
    combined_replies_ = static_cast<int>(texts.size());
    Combined<Text> combined;
    combined.reply.set_text(combined_);
    combined.quorum = combined_replies_ >= quorum_;
    combined.missing = quorum_ - combined_replies_;
    combined.level = combined_replies_;
    --inside_;
    return combined;
  };
}

void ThreadCall::Send(const Configuration& configuration, const CallOptions& options, NodeId node,
                      const std::shared_ptr<const Text>& request, OnResult on_result) {
  ++asked_[node];
  const auto sent = std::make_shared<Sent>(Sent{node});
  scene_.sent.push_back(sent);
  CallNode<Text, Text>(configuration, node, form_ == AskForm::kMulticast ? kTell : kAsk, request,
                       options,
                       [this, sent, node, on_result = std::move(on_result),
                        held = Counted(scene_.alive.calls)](const Result& result) {
                         Heard(node, result);
                         on_result(result);
                         sent->delivered = true;
                       });
  sent->started = true;
}

void ThreadCall::Heard(NodeId node, const Result& result) {
  const std::string what = result.reply ? result.reply->text() : result.error.message;
  scene_.Observe(name_ + ", node " + std::to_string(node) + ": " + what);
  ++scene_.results;
  if (replies_.contains(node) || errors_.contains(node)) {
    Fail("results", "has a second result of node " + std::to_string(node));
  }
  if (!result.reply) {
    errors_.emplace(node, result.error.code);
    return;
  }
  replies_.emplace(node, what);
  const bool is_bare = form_ == AskForm::kMulticast && what.empty();  // it is written, no more
  if (what != AnswerOf(node, name_) && !is_bare) {
    Fail("results", "has the reply \"" + what + "\" of node " + std::to_string(node));
  }
}

void ThreadCall::Await() {
  if (form_ == AskForm::kAsync) return OnOutcome(future_->Get());
  if (form_ == AskForm::kWatch) {
    const View<Text> view = correctable_->Await(1);
    if (view.level < 1 && !view.final) Fail("outcomes", "ends to wait for a level too early");
    return OnOutcome(correctable_->Final());
  }
  WaitUntil([this] { return outcomes_ > 0; }, "outcome");
}

void ThreadCall::Cancel() {
  cancelled_ = true;
  if (future_ && scene_.threads.Choose("cancel", 2) == 1) return Future<Text>(*future_).Cancel();
  if (correctable_ && scene_.threads.Choose("cancel", 2) == 1) {
    return Correctable<Text>(*correctable_).Cancel();
  }
  source_.request_stop();
}

void ThreadCall::OnOutcome(const Outcome<Text>& outcome) {
  scene_.Observe(name_ + " ends: " + Describe(outcome));
  if (++outcomes_ > 1) return Fail("outcomes", "has a second outcome");
  if (!outcome.ok()) return JudgeFailure(outcome.error());
  if (outcome.value().text() != combined_ || combined_replies_ < quorum_) {
    Fail("outcomes", "ends with \"" + outcome.value().text() + "\" instead of \"" + combined_ +
                         "\", and wants " + std::to_string(quorum_) + " replies");
  }
}

void ThreadCall::JudgeFailure(const QuorumCallError& error) {
  JudgeErrors(error.errors);
  const int outstanding = static_cast<int>(error.outstanding.size());
  const int all = error.replies + outstanding + static_cast<int>(error.errors.size());
  if (error.replies != combined_replies_ || all != static_cast<int>(asked_.size())) {
    Fail("outcomes", "ends with wrong numbers: " + ToString(error));
  }
  if (error.cause == Cause::kCancelled) {
    if (!cancelled_) Fail("outcomes", "is cancelled, and nobody did it");
    return;
  }
  if (error.replies + outstanding >= quorum_) Fail("outcomes", "gives up: " + ToString(error));
  bool late = false;
  for (const NodeError& of : error.errors) {
    late = late || of.code == NodeErrorCode::kDeadlineExceeded;
  }
  if (late != (error.cause == Cause::kDeadlineExceeded)) {
    Fail("outcomes", "ends for the wrong cause: " + ToString(error));
  }
}

void ThreadCall::JudgeErrors(const std::vector<NodeError>& errors) {
  for (const NodeError& error : errors) {
    const auto heard = errors_.find(error.node);
    if (heard == errors_.end() || heard->second != error.code) {
      Fail("outcomes", "has an error of node " + std::to_string(error.node) + " that never came");
    }
  }
}

void ThreadCall::OnSendErrors(const SendErrors& errors) {
  scene_.Observe(name_ + " is on its way, but for " + std::to_string(errors.size()) + " nodes");
  if (++outcomes_ > 1) return Fail("outcomes", "has a second outcome");
  JudgeErrors(errors);
  if (errors.size() != errors_.size() || replies_.size() + errors_.size() != asked_.size()) {
    Fail("outcomes", "is over before all nodes have a result");
  }
}

void ThreadCall::Judge() {
  future_.reset();
  correctable_.reset();
  if (outcomes_ != 1) Fail("outcomes", "has " + std::to_string(outcomes_) + " outcomes");
  if (form_ == AskForm::kWatch && watchers_told_ != 1) {
    Fail("outcomes", "tells a watcher " + std::to_string(watchers_told_) + " times");
  }
  for (const auto& [node, times] : asked_) {
    if (!replies_.contains(node) && !errors_.contains(node)) {
      Fail("results", "has no result of node " + std::to_string(node));
    }
  }
}

}  // namespace quorum::systematic
