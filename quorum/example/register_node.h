// One node of the register: keeps the newest state that it was sent.
//
// Thread-safe.
#pragma once

#include <mutex>
#include <utility>

#include "quorum/example/register.quorum.h"

namespace example {

inline bool IsNewer(const State& a, const State& b) {
  return std::pair(a.timestamp(), a.writer()) > std::pair(b.timestamp(), b.writer());
}

class RegisterNode : public RegisterHandlers {
 public:
  void Read(const ReadRequest&, quorum::Respond<State> respond) override {
    respond(quorum::NodeResult<State>::Ok(state()));
  }
  void Write(const State& state, quorum::Respond<WriteReply> respond) override {
    std::unique_lock lock(mutex_);
    if (IsNewer(state, state_)) state_ = state;
    lock.unlock();
    respond(quorum::NodeResult<WriteReply>::Ok({}));
  }
  void Peek(const ReadRequest& request, quorum::Respond<State> respond) override {
    Read(request, std::move(respond));
  }
  void Restore(const State& state) override {
    std::lock_guard lock(mutex_);
    state_ = state;
  }

 private:
  State state() {
    std::lock_guard lock(mutex_);
    return state_;
  }

  std::mutex mutex_;
  State state_;
};

}  // namespace example
