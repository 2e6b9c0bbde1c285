#include "sut/paxos/replica/serial_executor.h"

#include <utility>

namespace paxos {

bool SerialExecutor::Post(std::function<void()> event) {
  std::unique_lock lock(mutex_);
  if (closed_) return false;
  events_.push_back(std::move(event));
  if (running_) return true;
  running_ = true;
  while (!events_.empty()) {
    std::function<void()> next = std::move(events_.front());
    events_.pop_front();
    lock.unlock();
    next();
    next = nullptr;  // what it holds goes now, outside of the lock
    lock.lock();
  }
  running_ = false;
  idle_.notify_all();
  return true;
}

void SerialExecutor::Close() {
  std::unique_lock lock(mutex_);
  closed_ = true;
  idle_.wait(lock, [this] { return !running_; });
}

}  // namespace paxos
