#include "adapter/systems/quorum/call_witness.h"

#include <utility>

#include "adapter/systems/quorum/scripted.quorum.h"

namespace adapter {
namespace {

using quorum::Method;
using quorum::NodeCall;
using quorum::NodeError;
using quorum::NodeErrorCode;
using scripted::ScriptedNodes;

// Stands between a call and its link. Dropped, it drops the call.
class WitnessedCall final : public NodeCall {
 public:
  using OnDelivered = std::function<void(const CallBoard::Result&)>;

  WitnessedCall(std::shared_ptr<NodeCall> inner, const Method& method,
                const quorum::CallOptions& options, std::unique_ptr<const Message> other_request,
                OnDelivered on_delivered)
      : NodeCall(inner->node(), method, options),
        inner_(std::move(inner)),
        other_request_(std::move(other_request)),
        on_delivered_(std::move(on_delivered)) {}
  ~WitnessedCall() override {
    if (delivered_) return;
    inner_ = nullptr;  // nobody answers it any more, which is its end
    on_delivered_(NodeError{node(), NodeErrorCode::kCancelled, ""});
  }

  const Message& request() const override {
    return other_request_ ? *other_request_ : std::as_const(*inner_).request();
  }
  const Message& reply() const override { return std::as_const(*inner_).reply(); }
  Message& reply() override { return inner_->reply(); }

 private:
  void Deliver(std::optional<NodeError> error) override {
    delivered_ = true;
    inner_->Finish(error);
    on_delivered_(error);
  }

  std::shared_ptr<NodeCall> inner_;
  const std::unique_ptr<const Message> other_request_;
  const OnDelivered on_delivered_;
  bool delivered_ = false;
};

std::unique_ptr<const NodeCall::Message> Garbled() {
  auto garbage = std::make_unique<scripted::Garbage>();
  garbage->set_count("\xff");
  return garbage;
}

constexpr quorum::Duration kSoon{1'000};
constexpr Method kNoSuchMethod{"/adapter.scripted.Scripted/NoSuchMethod"};

NodeError Turned(const NodeCall& call, const PlannedFailure& planned) {
  return {call.node(), planned.code, "by an interceptor"};
}

}  // namespace

void CallWitness::Intercept(std::shared_ptr<NodeCall> call, const Next& next) {
  if (call->method().name == std::string_view(ScriptedNodes::kPing.name)) return next(call);
  const auto& text = static_cast<const scripted::Text&>(std::as_const(*call).request()).text();
  const auto key = board_->KeyOf(text, call->node());
  if (!key) return next(call);
  const bool one_way = call->method().one_way;
  board_->OnSent(*key, one_way);
  PlannedFailure planned;
  if (!one_way) planned = board_->PlanFor(*key).value_or(planned);
  const Failure failure = planned.failure;
  Method method = call->method();
  if (failure == Failure::kNoMethod) method = kNoSuchMethod;
  if (failure == Failure::kGarbledReply) method = ScriptedNodes::kGarble;
  quorum::CallOptions options = call->options();
  if (failure == Failure::kDeadline) options.timeout = kSoon;
  const std::stop_source giving_up;
  if (failure == Failure::kCancelled) options.cancellation = giving_up.get_token();
  auto witnessed = std::make_shared<WitnessedCall>(
      std::move(call), method, options, failure == Failure::kGarbledRequest ? Garbled() : nullptr,
      [board = board_, key = *key, one_way](const CallBoard::Result& result) {
        board->OnDelivered(key, one_way, result);
      });
  switch (failure) {
    case Failure::kAnswered:
    case Failure::kForgotten:
    case Failure::kGarbledReply:
    case Failure::kServerGone:
    case Failure::kNodeClosed:
      return next(witnessed);
    case Failure::kCancelled:
      board_->OnKept(*key, [giving_up]() mutable { giving_up.request_stop(); });
      return next(witnessed);
    case Failure::kReplyTurnedDown:
      witnessed->OnFinish(
          [planned](const NodeCall& seen, auto& error) { error = Turned(seen, planned); });
      return next(witnessed);
    case Failure::kGarbledRequest:
    case Failure::kNoMethod:  // the server would answer at once
    case Failure::kDeadline:
    case Failure::kServerStillGone:
      return board_->OnKept(*key, [witnessed, next] { next(witnessed); });
    case Failure::kRefused:
      return board_->OnKept(
          *key, [witnessed, planned] { witnessed->Finish(Turned(*witnessed, planned)); });
    case Failure::kDropped:
      return board_->OnKept(*key, [kept = std::move(witnessed)] {});
  }
}

}  // namespace adapter
