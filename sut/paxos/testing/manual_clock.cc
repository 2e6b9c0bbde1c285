#include "sut/paxos/testing/manual_clock.h"

namespace paxos {

Clock::TimerId ManualClock::StartTimer(Duration delay, std::function<void()> on_fire) {
  std::lock_guard lock(mutex_);
  timers_.emplace(Key{now_ + delay, ++last_id_}, std::move(on_fire));
  return last_id_;
}

void ManualClock::CancelTimer(TimerId timer) {
  std::lock_guard lock(mutex_);
  std::erase_if(timers_, [timer](const auto& entry) { return entry.first.second == timer; });
}

int ManualClock::Advance(Duration span) {
  std::lock_guard advance_lock(advance_mutex_);
  std::unique_lock lock(mutex_);
  const Duration end = now_ + span;
  int fired = 0;
  while (!timers_.empty() && timers_.begin()->first.first <= end) {
    auto timer = timers_.extract(timers_.begin());
    now_ = timer.key().first;
    lock.unlock();
    timer.mapped()();
    ++fired;
    lock.lock();
  }
  now_ = end;
  return fired;
}

Duration ManualClock::Now() const {
  std::lock_guard lock(mutex_);
  return now_;
}

int ManualClock::pending() const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(timers_.size());
}

}  // namespace paxos
