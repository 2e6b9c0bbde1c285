#include "quorum/systematic/threads/local_handlers.h"

#include "quorum/systematic/threads/thread_call.h"
#include "quorum/systematic/threads/wire.h"

namespace quorum::systematic {
namespace {

// What a handler does with a request.
enum Answering : std::uint64_t { kNow, kLater, kBoth, kError, kDropped, kAnswerings };

}  // namespace

LocalHandlers::LocalHandlers(Scene& scene, NodeId node) : scene_(scene), node_(node) {
  auto dispatcher = std::make_shared<Dispatcher>();
  for (const Method& method : {ThreadCall::kAsk, ThreadCall::kTell}) {
    dispatcher->Add<Text, Text>(method, [this](const Text& request, Respond<Text> respond) {
      Handle(request, std::move(respond));
    });
  }
  dispatcher_ = std::move(dispatcher);
  scene_.threads.Start(
      "handler " + std::to_string(node), [this] { AnswerLater(); },
      ::systematic::fibers::ThreadKind::kServant);
}

void LocalHandlers::Handle(const Text& request, Respond<Text> respond) {
  Text text;
  text.set_text(AnswerOf(node_, request.text()));
  const auto answer = NodeResult<Text>::Ok(text);
  const auto refusal =
      NodeResult<Text>::Failed({node_, NodeErrorCode::kRemote, "it does not want to"});
  if (scene_.Spend(&ThreadBudgets::silences, "silence")) return parked_.push_back(respond);
  switch (scene_.threads.Choose("answer", kAnswerings)) {
    case kNow:
      return respond(answer);
    case kLater:
      return later_.emplace_back(std::move(respond), answer), void();
    case kBoth:
      later_.emplace_back(respond, refusal);
      return respond(answer);
    case kError:
      return respond(refusal);
    default:
      return;
  }
}

void LocalHandlers::AnswerLater() {
  while (::systematic::fibers::WaitUntil([this] { return !later_.empty(); }, "answer")) {
    auto [respond, result] = std::move(later_.back());
    later_.pop_back();
    respond(result);
  }
}

}  // namespace quorum::systematic
