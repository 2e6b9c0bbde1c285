#include "quorum/grpc_call.h"

#include <grpc/support/time.h>

#include <utility>

namespace quorum {

bool CallRegistry::Add(std::shared_ptr<CallInFlight> call) {
  std::lock_guard lock(mutex_);
  if (shut_down_) return false;
  ++in_flight_;
  const CallInFlight* const key = call.get();
  calls_.emplace(key, std::move(call));
  return true;
}

void CallRegistry::Remove(const CallInFlight* call) {
  std::unique_lock lock(mutex_);
  auto removed = calls_.extract(call);
  lock.unlock();
  removed = {};  // outside of the lock, and before Shutdown may return
  lock.lock();
  --in_flight_;
  if (in_flight_ == 0) idle_.notify_all();
}

void CallRegistry::Shutdown() {
  std::unique_lock lock(mutex_);
  shut_down_ = true;
  // On a copy and without the lock, for a call may end meanwhile.
  auto calls = calls_;
  lock.unlock();
  for (const auto& [key, call] : calls) call->context.TryCancel();
  calls.clear();
  lock.lock();
  idle_.wait(lock, [this] { return in_flight_ == 0; });
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
