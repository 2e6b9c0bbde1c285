#include "quorum/pending_calls.h"

#include <utility>
#include <vector>

namespace quorum {

std::optional<PendingCalls::Number> PendingCalls::Add(const std::shared_ptr<NodeCall>& call) {
  const auto entry = std::make_shared<Entry>();
  entry->call = call;
  std::unique_lock lock(mutex_);
  if (shut_down_) {
    lock.unlock();
    call->Finish(NodeError{call->node(), NodeErrorCode::kCancelled, "shut down"});
    return std::nullopt;
  }
  const Number number = next_++;
  const CallOptions& options = call->options();
  entry->deadline = timer_->After(options.timeout, [weak = weak_from_this(), number] {
    const auto self = weak.lock();
    if (self) self->Fail(number, NodeErrorCode::kDeadlineExceeded, "no reply before the deadline");
  });
  entries_.emplace(number, entry);
  lock.unlock();
  // Without the lock, for the callback runs at once when the token is triggered already.
  if (options.cancellation.stop_possible()) {
    entry->on_stop.emplace(options.cancellation, [weak = weak_from_this(), number] {
      const auto self = weak.lock();
      if (self) self->Fail(number, NodeErrorCode::kCancelled, "cancelled by the caller");
    });
  }
  return number;
}

std::shared_ptr<NodeCall> PendingCalls::Find(Number number) {
  std::lock_guard lock(mutex_);
  const auto entry = entries_.find(number);
  return entry == entries_.end() ? nullptr : entry->second->call;
}

void PendingCalls::Finish(Number number, const Fill& fill) {
  std::unique_lock lock(mutex_);
  auto taken = entries_.extract(number);
  if (taken.empty()) return;
  ++delivering_;
  lock.unlock();
  Entry& entry = *taken.mapped();
  timer_->Cancel(*entry.deadline);
  entry.call->Finish(fill(*entry.call));
  taken = {};
  lock.lock();
  --delivering_;
  if (delivering_ == 0) idle_.notify_all();
}

void PendingCalls::Fail(Number number, NodeErrorCode code, const char* message) {
  Finish(number, [&](const NodeCall& call) { return NodeError{call.node(), code, message}; });
}

void PendingCalls::FailAll(const NodeError& error) {
  std::vector<Number> numbers;
  std::unique_lock lock(mutex_);
  for (const auto& [number, entry] : entries_) numbers.push_back(number);
  lock.unlock();
  for (const Number number : numbers) {
    Finish(number, [&](const NodeCall&) { return error; });
  }
}

void PendingCalls::Shutdown() {
  std::unique_lock lock(mutex_);
  shut_down_ = true;
  lock.unlock();
  FailAll({0, NodeErrorCode::kCancelled, "shut down"});
  lock.lock();
  idle_.wait(lock, [this] { return delivering_ == 0; });
}

}  // namespace quorum
