#include "quorum/unary_link.h"

#include <grpc/support/time.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <functional>
#include <optional>
#include <utility>

namespace quorum {

struct UnaryLink::Rpc {
  std::shared_ptr<NodeCall> call;
  grpc::ClientContext context;
  grpc::ByteBuffer reply;
  std::optional<std::stop_callback<std::function<void()>>> on_stop;
};

namespace {

// A reply's content goes into the call; or what is wrong with it.
std::optional<NodeError> Fill(NodeCall& call, grpc::ByteBuffer& reply) {
  using Traits = grpc::SerializationTraits<NodeCall::Message>;
  if (Traits::Deserialize(&reply, &call.reply()).ok()) return std::nullopt;
  return NodeError{call.node(), NodeErrorCode::kRemote, "the reply is malformed"};
}

}  // namespace

UnaryLink::UnaryLink(std::shared_ptr<grpc::ChannelInterface> channel)
    : stub_(std::make_unique<Stub>(std::move(channel))) {}

UnaryLink::~UnaryLink() { Shutdown(); }

bool UnaryLink::Enter(std::shared_ptr<Rpc> rpc) {
  std::lock_guard lock(mutex_);
  if (shut_down_) return false;
  inside_ += 2;
  const Rpc* const key = rpc.get();
  rpcs_.emplace(key, std::move(rpc));
  return true;
}

void UnaryLink::Leave(const std::unique_lock<std::mutex>&) {
  --inside_;
  if (inside_ == 0) idle_.notify_all();
}

void UnaryLink::Start(std::shared_ptr<NodeCall> call) {
  auto owned = std::make_shared<Rpc>();
  Rpc* const rpc = owned.get();  // the register's until OnDone
  rpc->call = call;
  SetTimeout(rpc->context, call->options().timeout);
  const std::stop_token& cancellation = call->options().cancellation;
  if (cancellation.stop_possible()) {
    rpc->on_stop.emplace(cancellation, [rpc] { rpc->context.TryCancel(); });
  }
  if (!Enter(std::move(owned))) {
    return call->Finish(NodeError{call->node(), NodeErrorCode::kCancelled, "shut down"});
  }
  stub_->UnaryCall(&rpc->context, call->method().name, {}, &call->request(), &rpc->reply,
                   [this, rpc](const grpc::Status& status) { OnDone(rpc, status); });
  Leave(std::unique_lock(mutex_));
}

void UnaryLink::OnDone(Rpc* rpc, const grpc::Status& status) {
  NodeCall& call = *rpc->call;
  call.Finish(status.ok() ? Fill(call, rpc->reply) : ErrorOf(call.node(), status));
  std::unique_lock lock(mutex_);
  auto removed = rpcs_.extract(rpc);
  lock.unlock();
  removed = {};  // outside of the lock, and before Shutdown may return
  lock.lock();
  Leave(lock);
}

void UnaryLink::Shutdown() {
  std::unique_lock lock(mutex_);
  shut_down_ = true;
  // On a copy and without the lock, for a call may end meanwhile.
  auto rpcs = rpcs_;
  lock.unlock();
  for (const auto& [key, rpc] : rpcs) rpc->context.TryCancel();
  rpcs.clear();
  lock.lock();
  idle_.wait(lock, [this] { return inside_ == 0; });
  stub_ = nullptr;
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
