#include "sut/paxos/rpc/client_calls.h"

namespace paxos {

ClientCalls::Entered ClientCalls::Enter() {
  const std::lock_guard lock(mutex_);
  if (draining_) return {nullptr, false};
  if (open_ >= most_) return {nullptr, true};
  ++open_;
  return {Open(this, [self = shared_from_this()](ClientCalls*) { self->Leave(); }), false};
}

void ClientCalls::Drain(Duration grace) {
  std::unique_lock lock(mutex_);
  draining_ = true;
  idle_.wait_for(lock, grace, [this] { return open_ == 0; });
}

void ClientCalls::Leave() {
  const std::lock_guard lock(mutex_);
  if (--open_ == 0) idle_.notify_all();
}

}  // namespace paxos
