#include "quorum/timer.h"

namespace quorum {

Timer::~Timer() { Stop(); }

Timer::Key Timer::After(Duration delay, std::function<void()> function) {
  std::lock_guard lock(mutex_);
  const Key key(std::chrono::steady_clock::now() + delay, next_++);
  if (stopped_) return key;
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  waiting_.emplace(key, std::move(function));
  if (key.first < wake_at_) changed_.notify_one();
  return key;
}

void Timer::Cancel(const Key& key) {
  std::unique_lock lock(mutex_);
  const auto dropped = waiting_.extract(key);
  lock.unlock();  // what the function holds goes without the lock
}

void Timer::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (waiting_.empty()) {
      wake_at_ = Time::max();
      changed_.wait(lock);
      continue;
    }
    const auto first = waiting_.begin();
    const Time time = first->first.first;
    if (std::chrono::steady_clock::now() < time) {
      wake_at_ = time;
      changed_.wait_until(lock, time);
      continue;
    }
    std::function<void()> function = std::move(first->second);
    waiting_.erase(first);
    lock.unlock();
    function();
    function = nullptr;
    lock.lock();
  }
}

void Timer::Stop() {
  std::unique_lock lock(mutex_);
  stopped_ = true;
  auto dropped = std::move(waiting_);
  waiting_.clear();
  changed_.notify_one();
  std::thread thread = std::move(thread_);
  lock.unlock();
  if (thread.joinable()) thread.join();
}

}  // namespace quorum
