#include "quorum/node.h"

#include <utility>

namespace quorum {

Node::Node(NodeId id, std::string address, std::unique_ptr<Link> link,
           std::shared_ptr<const Timer> clock,
           std::vector<std::shared_ptr<Interceptor>> interceptors)
    : id_(id),
      address_(std::move(address)),
      link_(std::move(link)),

      interceptors_(std::move(interceptors)),
      health_(std::make_shared<Health>(std::move(clock))) {}

Node::~Node() { Shutdown(); }

std::optional<NodeError> Node::last_error() const {
  std::lock_guard lock(health_->mutex);
  return health_->last_error;
}

std::optional<Duration> Node::latency() const {
  std::lock_guard lock(health_->mutex);
  return health_->latency;
}

void Node::Start(std::shared_ptr<NodeCall> call) {
  call->OnFinish([health = health_, begin = health_->clock->Now()](
                     const NodeCall&, const std::optional<NodeError>& error) {
    health->Note(error, std::chrono::duration_cast<Duration>(health->clock->Now() - begin));
  });
  Pass(0, std::move(call));
}

void Node::Pass(std::size_t interceptor, std::shared_ptr<NodeCall> call) {
  if (interceptor == interceptors_.size()) return link_->Start(std::move(call));
  interceptors_[interceptor]->Intercept(
      std::move(call), [weak = weak_from_this(), interceptor](std::shared_ptr<NodeCall> passed) {
        const std::shared_ptr<Node> node = weak.lock();
        if (node) return node->Pass(interceptor + 1, std::move(passed));
        passed->Finish(NodeError{passed->node(), NodeErrorCode::kCancelled, "shut down"});
      });
}

void Node::Health::Note(const std::optional<NodeError>& error, Duration elapsed) {
  std::lock_guard lock(mutex);
  if (error) {
    last_error = error;
  } else {
    latency = latency ? (*latency * 4 + elapsed) / 5 : elapsed;
  }
}

void Node::Close() { link_->Close(); }

void Node::Shutdown() { link_->Shutdown(); }

}  // namespace quorum
