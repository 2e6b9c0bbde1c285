#include "sut/paxos/rpc/system_clock.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace paxos {

using Monotonic = std::chrono::steady_clock;

struct SystemClock::State {
  std::mutex mutex;
  std::condition_variable changed;
  bool ending = false;
  TimerId last_id = 0;
  std::map<std::pair<Monotonic::time_point, TimerId>, std::function<void()>> timers;
  std::thread thread;

  void Run() {
    std::unique_lock lock(mutex);
    while (!ending) {
      if (timers.empty()) {
        changed.wait(lock);
        continue;
      }
      const auto due = timers.begin()->first.first;
      if (Monotonic::now() < due) {
        changed.wait_until(lock, due);
        continue;
      }
      auto timer = timers.extract(timers.begin());
      lock.unlock();
      timer.mapped()();
      timer = {};  // what it holds goes now, outside of the lock
      lock.lock();
    }
  }
};

SystemClock::SystemClock() : state_(std::make_unique<State>()) {
  state_->thread = std::thread([state = state_.get()] { state->Run(); });
}

SystemClock::~SystemClock() {
  {
    std::lock_guard lock(state_->mutex);
    state_->ending = true;
    state_->changed.notify_all();
  }
  state_->thread.join();
}

Clock::TimerId SystemClock::StartTimer(Duration delay, std::function<void()> on_fire) {
  std::lock_guard lock(state_->mutex);
  const TimerId id = ++state_->last_id;
  state_->timers.emplace(std::pair(Monotonic::now() + delay, id), std::move(on_fire));
  state_->changed.notify_all();
  return id;
}

void SystemClock::CancelTimer(TimerId timer) {
  std::lock_guard lock(state_->mutex);
  std::erase_if(state_->timers, [timer](const auto& entry) { return entry.first.second == timer; });
}

}  // namespace paxos
