#include "quorum/thread_timer.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace quorum {

struct ThreadTimer::State {
  void Run();

  std::mutex mutex;
  std::condition_variable changed;
  std::map<Key, std::function<void()>> waiting;
  std::uint64_t next = 0;
  Time wake_at = Time::max();  // when the thread looks again by itself
  bool stopped = false;
  std::thread thread;  // started by the first After
};

ThreadTimer::ThreadTimer() : state_(std::make_shared<State>()) {}

ThreadTimer::~ThreadTimer() { Stop(); }

Timer::Key ThreadTimer::After(Duration delay, std::function<void()> function) {
  std::lock_guard lock(state_->mutex);
  const Key key(Now() + delay, state_->next++);
  if (state_->stopped) return key;
  if (!state_->thread.joinable()) {
    state_->thread = std::thread([state = state_] { state->Run(); });
  }
  state_->waiting.emplace(key, std::move(function));
  // A call's deadline is seldom the earliest one: most calls end without a word to the thread.
  if (key.first < state_->wake_at) state_->changed.notify_one();
  return key;
}

void ThreadTimer::Cancel(const Key& key) {
  std::unique_lock lock(state_->mutex);
  const auto dropped = state_->waiting.extract(key);
  lock.unlock();  // what the function holds goes without the lock
}

void ThreadTimer::State::Run() {
  std::unique_lock lock(mutex);
  while (!stopped) {
    if (waiting.empty()) {
      wake_at = Time::max();
      changed.wait(lock);
      continue;
    }
    const auto first = waiting.begin();
    const Time time = first->first.first;
    if (std::chrono::steady_clock::now() < time) {
      wake_at = time;
      changed.wait_until(lock, time);
      continue;
    }
    std::function<void()> function = std::move(first->second);
    waiting.erase(first);
    lock.unlock();
    function();
    function = nullptr;
    lock.lock();
  }
}

Timer::Time ThreadTimer::Now() const { return std::chrono::steady_clock::now(); }

void ThreadTimer::Stop() {
  std::unique_lock lock(state_->mutex);
  state_->stopped = true;
  const auto dropped = std::move(state_->waiting);
  state_->waiting.clear();
  state_->changed.notify_one();
  std::thread thread = std::move(state_->thread);
  lock.unlock();
  if (thread.get_id() == std::this_thread::get_id()) return thread.detach();
  if (thread.joinable()) thread.join();
}

}  // namespace quorum
