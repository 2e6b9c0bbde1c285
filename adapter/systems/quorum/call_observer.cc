#include "adapter/systems/quorum/call_observer.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace adapter {

void CallObserver::Misuse(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(outcome_.misuses, what) == outcome_.misuses.end()) {
    outcome_.misuses.push_back(what);
  }
}

// Relaxed, so that it hides no race from a sanitizer.
void CallObserver::Enter() {
  if (counting_.exchange(true, std::memory_order_relaxed)) {
    Misuse("the quorum function ran twice at the same time");
  }
  std::this_thread::yield();
}

quorum::Combined<int> CallObserver::Leave(int replies) {
  counting_.store(false, std::memory_order_relaxed);
  return {replies, replies >= configuration_.quorum_size, configuration_.quorum_size - replies,
          replies};
}

void CallObserver::Forged(quorum::NodeId node) {
  const bool is_server = node >= 0 && node < configuration_.system_size;
  Misuse(fmt::format("what counts for server {} is no reply of its to this call",
                     is_server ? Server(node) : node));
}

static cases::QuorumCallEnd::Cause CauseOf(quorum::Cause cause) {
  switch (cause) {
    case quorum::Cause::kDeadlineExceeded:
      return cases::QuorumCallEnd::Cause::kDeadline;
    case quorum::Cause::kCancelled:
      return cases::QuorumCallEnd::Cause::kCancelled;
    case quorum::Cause::kIncomplete:
      break;
  }
  return cases::QuorumCallEnd::Cause::kIncomplete;
}

void CallObserver::Ended(std::int64_t events, const quorum::QuorumCallError* error,
                         std::optional<int> combined) {
  const int replies = error ? error->replies : combined.value_or(0);
  if (combined.value_or(0) != replies) Misuse("the error and the combined reply differ in replies");
  const std::lock_guard lock(mutex_);
  if (outcome_.end) outcome_.misuses.push_back("the call ended twice");
  outcome_.end = {events, error == nullptr, replies};
  if (error != nullptr) outcome_.end->cause = CauseOf(error->cause);
  trace_->Ended(call_, *outcome_.end);
}

}  // namespace adapter
