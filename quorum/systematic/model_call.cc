#include "quorum/systematic/model_call.h"

#include <limits>
#include <utility>

#include "quorum/systematic/model_handlers.h"

namespace quorum::systematic {
namespace {

constexpr NodeId kAllNodes = std::numeric_limits<NodeId>::max();
constexpr int kWatchers = 2;

// Goes with what it is part of; says so if that is too early.
class Owed {
 public:
  explicit Owed(std::function<void()> too_early) : too_early_(std::move(too_early)) {}
  Owed(const Owed&) = delete;
  Owed& operator=(const Owed&) = delete;
  ~Owed() { too_early_(); }

 private:
  const std::function<void()> too_early_;
};

}  // namespace

ModelCall::ModelCall(World& world, MachineId client, int index, const CallPlan& plan)
    : world_(world),
      client_(client),
      plan_(plan),
      name_("call" + std::to_string(index)),
      machine_(world.scheduler().AddMachine(name_)) {}

void ModelCall::Start(const Configuration& configuration) {
  using Send =
      std::function<void(const CallOptions&, NodeId, const std::shared_ptr<const Text>&, OnResult)>;
  started_ = true;
  configuration_ = &configuration;
  contract_.emplace(configuration.ids(), plan_.quorum);
  if (cancelled_) contract_->OnCancel();
  for (const NodeId node : configuration.ids()) nodes_[node] = {};
  Text request;
  request.set_text(name_);
  const Send send = [this](const CallOptions& options, NodeId node,
                           const std::shared_ptr<const Text>& argument, OnResult on_result) {
    this->Send(options, node, argument, std::move(on_result));
  };
  const CallOptions options{Duration(1'000'000), false, source_.get_token()};
  // What the call owns goes with it: it must not before its outcome.
  const auto owed = [this] {
    return std::make_shared<const Owed>([this] {
      if (outcomes_ == 0) Fail("outcomes", "is gone without an outcome");
    });
  };
  Question<Text, Text, Text, Send> question{request, configuration.ids(), Wants(), Arguments(),
                                            send};
  switch (plan_.form) {
    case CallForm::kAsk:
    case CallForm::kEach:
      question.Ask(options, [this, held = owed()](const Outcome<Text>& outcome) {
        OnOutcome(Describe(outcome));
      });
      break;
    case CallForm::kAsync:
      future_ = question.AskAsync(options);
      break;
    case CallForm::kWatch:
      correctable_ = question.Watch(options);
      for (const int level : {1, kWatchers + 100}) {
        correctable_->Watch(level, [this](const View<Text>&) { ++told_; });
      }
      break;
    case CallForm::kMulticast:
      Multicast<Text, Text>(
          request, configuration.ids(), Arguments(),
          [&](NodeId node, const std::shared_ptr<const Text>& argument, OnResult on_result) {
            send(options, node, argument, std::move(on_result));
          },
          [this, held = owed()](const SendErrors& errors) { OnSendErrors(errors); });
  }
  configuration_ = nullptr;
  HearSkippedBefore(kAllNodes);
  contract_->OnAllSent();
  for (const auto& [node, at] : nodes_) {
    const int wanted = node == plan_.skipped ? 0 : 1;
    if (at.asked != wanted) {
      Fail("requests", "asked node " + std::to_string(node) + " " + std::to_string(at.asked) +
                           " times instead of " + std::to_string(wanted));
    }
  }
}

std::string ModelCall::RequestTo(NodeId node) const {
  const bool to_each = plan_.form == CallForm::kEach || plan_.skipped;
  return to_each ? name_ + " for " + std::to_string(node) : name_;
}

PerNode<testing::Text> ModelCall::Arguments() const {
  if (plan_.form != CallForm::kEach && !plan_.skipped) return nullptr;
  return [this](const Text&, NodeId node) -> std::optional<Text> {
    if (node == plan_.skipped) return std::nullopt;
    Text argument;
    argument.set_text(RequestTo(node));
    return argument;
  };
}

QuorumFunction<testing::Text, testing::Text> ModelCall::Wants() {
  return [this](const Text& request, const Replies<Text>& replies) {
    if (inside_++ > 0) Fail("quorum functions", "runs its quorum function twice at a time");
    if (request.text() != name_) Fail("requests", "judges replies to " + request.text());
    std::map<NodeId, std::string> texts;
    for (const auto& [node, reply] : replies) texts.emplace(node, reply.text());
    Combined<Text> combined;
    combined.reply.set_text(Combine(texts));
    const int count = static_cast<int>(replies.size());
    combined.quorum = count >= plan_.quorum;
    combined.missing = plan_.quorum - count;
    combined.level = count;
    --inside_;
    return combined;
  };
}

void ModelCall::Send(const CallOptions& options, NodeId node,
                     const std::shared_ptr<const Text>& request, OnResult on_result) {
  HearSkippedBefore(node);
  ++nodes_[node].asked;
  const bool one_way = plan_.form == CallForm::kMulticast;
  CallNode<Text, Text>(*configuration_, node, one_way ? ModelHandlers::kTell : ModelHandlers::kAsk,
                       request, options,
                       [this, node, on_result = std::move(on_result),
                        held = Counted(world_.alive().calls)](const Result& result) {
                         Heard(node, result);
                         on_result(result);
                         MayRepeat(node, result, on_result);
                       });
}

// The call may be told of a result twice, at once or later: it must not count twice.
void ModelCall::MayRepeat(NodeId node, const Result& result, const OnResult& on_result) {
  if (!world_.Spend(&Budgets::repeats, world_.words.repeat, client_)) return;
  Key key = world_.KeyOf(world_.words.repeat, client_, static_cast<std::uint32_t>(node));
  key.what = world_.scheduler().Intern(name_);
  world_.Enable(key, client_, OptionKind::kFault, [this, result, on_result] {
    world_.Touch(machine_);
    on_result(result);
  });
}

// One node's result, just before the call hears of it.
void ModelCall::Heard(NodeId node, const Result& result) {
  world_.Touch(machine_);
  if (++nodes_[node].results > 1) {
    Fail("results", "has a second result of node " + std::to_string(node));
  }
  const std::string what = result.reply ? result.reply->text() : result.error.message;
  world_.Observe(name_ + ", node " + std::to_string(node) + ": " + what);
  if (result.reply) {
    const std::string right = AnswerOf(node, RequestTo(node));
    // One-way messages end when they are written, those to this process with their answer.
    const bool is_bare = plan_.form == CallForm::kMulticast && result.reply->text().empty();
    if (result.reply->text() != right && !is_bare) {
      Fail("results", "has the reply \"" + result.reply->text() + "\" instead of \"" + right +
                          "\" of node " + std::to_string(node));
    }
    contract_->OnReply(node, right);
  } else {
    if (result.error.node != node) {
      Fail("results", "has an error of node " + std::to_string(result.error.node) + " from node " +
                          std::to_string(node));
    }
    errors_.emplace(node, result.error.code);
    contract_->OnError(node, result.error.code);
  }
}

void ModelCall::HearSkippedBefore(NodeId node) {
  if (skip_heard_ || !plan_.skipped || *plan_.skipped >= node) return;
  skip_heard_ = true;
  errors_.emplace(*plan_.skipped, NodeErrorCode::kSkipped);
  contract_->OnError(*plan_.skipped, NodeErrorCode::kSkipped);
}

void ModelCall::Cancel() {
  cancelled_ = true;
  if (contract_) contract_->OnCancel();
  if (future_ && world_.Choose(world_.words.cancel, client_, 2) == 1) return future_->Cancel();
  if (correctable_ && world_.Choose(world_.words.cancel, client_, 2) == 1) {
    return correctable_->Cancel();
  }
  source_.request_stop();
}

void ModelCall::OnOutcome(const std::string& outcome) {
  world_.Observe(name_ + " ends: " + outcome);
  if (++outcomes_ > 1) return Fail("outcomes", "has a second outcome: " + outcome);
  if (!contract_->ended() && cancelled_) contract_->EndCancelled();
  if (!contract_->ended()) HearSkippedBefore(kAllNodes);
  if (!contract_->ended()) contract_->OnAllSent();
  const std::string expected = contract_->Expected();
  if (outcome == expected) return;
  // When handles are looked at, errors may have come after the end by cancellation.
  const bool is_cancelled = outcome.starts_with(CauseName(Cause::kCancelled));
  if ((future_ || correctable_) && cancelled_ && is_cancelled) return;
  Fail("outcomes", "ends with \"" + outcome + "\" instead of \"" + expected + "\"");
}

void ModelCall::OnSendErrors(const SendErrors& errors) {
  world_.Observe(name_ + " is on its way, but for " + std::to_string(errors.size()) + " nodes");
  if (++outcomes_ > 1) return Fail("outcomes", "has a second outcome");
  HearSkippedBefore(kAllNodes);
  std::map<NodeId, NodeErrorCode> said;
  for (const NodeError& error : errors) said.emplace(error.node, error.code);
  if (said != errors_ || said.size() != errors.size()) {
    Fail("outcomes", "says " + std::to_string(errors.size()) + " errors instead of " +
                         std::to_string(errors_.size()));
  }
  for (const auto& [node, at] : nodes_) {
    if (at.results == 0 && node != plan_.skipped) {
      Fail("outcomes", "is over before node " + std::to_string(node) + " has a result");
    }
  }
}

bool ModelCall::Arrived(NodeId node, const std::string& request) {
  if (!started_ || (request != name_ && !request.starts_with(name_ + " for "))) return false;
  if (request != RequestTo(node)) {
    Fail("requests", "sends \"" + request + "\" to node " + std::to_string(node));
  }
  if (++nodes_[node].arrived > 1) {
    Fail("requests", "arrives at node " + std::to_string(node) + " twice");
  }
  return true;
}

void ModelCall::JudgeHandles() {
  if (future_ && outcomes_ == 0 && future_->Ready()) OnOutcome(Describe(future_->Get()));
  if (!correctable_) return;
  const View<Text> view = correctable_->Get();
  if (view.level < level_) Fail("outcomes", "has become worse");
  level_ = view.level;
  if (view.final && outcomes_ == 0) OnOutcome(Describe(correctable_->Final()));
  const int due = view.final ? kWatchers : view.level >= 1 ? 1 : 0;
  if (told_ != due) {
    Fail("outcomes",
         "has told " + std::to_string(told_) + " watchers instead of " + std::to_string(due));
  }
}

void ModelCall::Judge() {
  if (!started_) return;
  JudgeHandles();
  if (plan_.form == CallForm::kMulticast) return;
  const bool must_have_ended = contract_->ended() || contract_->cancelled();
  if (must_have_ended && outcomes_ == 0) {
    Fail("outcomes", "goes on instead of ending with \"" + contract_->Expected() + "\"");
  }
}

void ModelCall::LetGo() {
  future_.reset();
  correctable_.reset();
}

std::string ModelCall::OwedResult() const {
  if (!started_) return "";
  for (const auto& [node, at] : nodes_) {
    if (at.results == 0 && node != plan_.skipped) {
      return name_ + " has no result of node " + std::to_string(node);
    }
  }
  return "";
}

std::string ModelCall::OwedOutcome() const {
  if (!started_ || outcomes_ > 0) return "";
  return name_ + " has no outcome";
}

void ModelCall::Fail(const char* monitor, const std::string& message) {
  world_.Fail(monitor, name_ + " " + message);
}

}  // namespace quorum::systematic
