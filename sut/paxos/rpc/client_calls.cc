#include "sut/paxos/rpc/client_calls.h"

namespace paxos {

ClientCalls::Entered ClientCalls::Enter(const std::string& client) {
  const std::lock_guard lock(mutex_);
  if (draining_) return {nullptr, false};
  if (open_ >= most_) return {nullptr, true};
  int& of_client = open_of_[client];
  if (!client.empty() && of_client >= most_of_one_) return {nullptr, true};
  ++open_;
  ++of_client;
  return {Open(this, [self = shared_from_this(), client](ClientCalls*) { self->Leave(client); }),
          false};
}

void ClientCalls::Drain(Duration grace) {
  std::unique_lock lock(mutex_);
  draining_ = true;
  idle_.wait_for(lock, grace, [this] { return open_ == 0; });
}

void ClientCalls::Leave(const std::string& client) {
  const std::lock_guard lock(mutex_);
  const auto of_client = open_of_.find(client);
  if (--of_client->second == 0) open_of_.erase(of_client);
  if (--open_ == 0) idle_.notify_all();
}

}  // namespace paxos
