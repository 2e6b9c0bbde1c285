#include "quorum/dispatcher.h"

namespace quorum {

const Dispatcher::Handler* Dispatcher::Find(const std::string& method) const {
  const auto handler = handlers_.find(method);
  return handler == handlers_.end() ? nullptr : handler->second.get();
}

Dispatcher::Once::~Once() {
  Give(nullptr, {0, NodeErrorCode::kUnavailable, "the node does not answer"});
}

void Dispatcher::Once::Give(const Message* reply, const NodeError& error) {
  if (!given_.exchange(true)) answer_(reply, error);
}

}  // namespace quorum
