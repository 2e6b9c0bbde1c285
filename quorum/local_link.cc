#include "quorum/local_link.h"

#include <string>
#include <utility>

namespace quorum {

LocalLink::LocalLink(std::shared_ptr<const Dispatcher> handlers, std::shared_ptr<Timer> timer)
    : handlers_(std::move(handlers)), pending_(std::make_shared<PendingCalls>(std::move(timer))) {}

LocalLink::~LocalLink() { Shutdown(); }

void LocalLink::Start(std::shared_ptr<NodeCall> call) {
  const auto number = pending_->Add(call);
  if (!number) return;
  const std::string method = call->method().name;
  const Dispatcher::Handler* const handler = handlers_->Find(method);
  if (handler == nullptr) {
    return pending_->Finish(*number, [&](const NodeCall& unknown) {
      return NodeError{unknown.node(), NodeErrorCode::kRemote, "there is no method " + method};
    });
  }
  const auto answer = [pending = pending_, number = *number](const Dispatcher::Message* reply,
                                                             const NodeError& error) {
    pending->Finish(number, [&](NodeCall& answered) -> std::optional<NodeError> {
      if (reply == nullptr) return error;
      answered.reply().CheckTypeAndMergeFrom(*reply);
      return std::nullopt;
    });
  };
  handler->Handle(call->request(), answer);
}

void LocalLink::Shutdown() { pending_->Shutdown(); }

}  // namespace quorum
