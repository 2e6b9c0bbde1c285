#include "sut/paxos/replica/serial_executor.h"

#include <exception>
#include <mutex>
#include <utility>

namespace paxos {

bool SerialExecutor::Post(std::function<void()> event) {
  std::unique_lock lock(mutex_);
  if (closed_) return false;
  events_.push_back(std::move(event));
  if (running_) return true;
  running_ = true;
  std::exception_ptr thrown;
  while (!events_.empty()) {
    std::function<void()> next = std::move(events_.front());
    events_.pop_front();
    lock.unlock();
    try {
      next();
    } catch (...) {
      if (!thrown) thrown = std::current_exception();
    }
    next = nullptr;  // what it holds goes now, outside of the lock
    lock.lock();
  }
  running_ = false;
  idle_.notify_all();
  lock.unlock();
  if (thrown) std::rethrow_exception(thrown);
  return true;
}

void SerialExecutor::Close() {
  std::unique_lock lock(mutex_);
  closed_ = true;
  idle_.wait(lock, [this] { return !running_; });
}

}  // namespace paxos
