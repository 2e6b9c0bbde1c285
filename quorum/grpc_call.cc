#include "quorum/grpc_call.h"

#include <grpc/support/time.h>

namespace quorum {

bool CallRegistry::Add(std::shared_ptr<grpc::ClientContext> context) {
  std::lock_guard lock(mutex_);
  if (shut_down_) return false;
  calls_.insert(std::move(context));
  return true;
}

void CallRegistry::Remove(const std::shared_ptr<grpc::ClientContext>& context) {
  std::lock_guard lock(mutex_);
  calls_.erase(context);
  if (calls_.empty()) idle_.notify_all();
}

void CallRegistry::Shutdown() {
  std::unique_lock lock(mutex_);
  shut_down_ = true;
  // TryCancel may deliver on this thread, which takes the lock: work on a copy, without the lock.
  const auto calls = calls_;
  lock.unlock();
  for (const auto& context : calls) context->TryCancel();
  lock.lock();
  idle_.wait(lock, [this] { return calls_.empty(); });
}

NodeError ErrorOf(NodeId node, const grpc::Status& status) {
  NodeErrorCode code = NodeErrorCode::kRemote;
  if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
    code = NodeErrorCode::kDeadlineExceeded;
  } else if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
    code = NodeErrorCode::kUnavailable;
  } else if (status.error_code() == grpc::StatusCode::CANCELLED) {
    code = NodeErrorCode::kCancelled;
  }
  return {node, code, status.error_message()};
}

void SetTimeout(grpc::ClientContext& context, Duration timeout) {
  // A span, which gRPC measures with its monotonic clock: a wall clock that is set does not matter.
  context.set_deadline(gpr_time_from_micros(timeout.count(), GPR_TIMESPAN));
}

}  // namespace quorum
