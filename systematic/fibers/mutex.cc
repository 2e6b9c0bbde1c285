#include "systematic/fibers/mutex.h"

#include <algorithm>
#include <cassert>

namespace systematic::fibers {

bool Mutex::IsFree(const void* mutex) { return !static_cast<const Mutex*>(mutex)->held_; }

std::string Mutex::Holder(const void* mutex) {
  const auto* const self = static_cast<const Mutex*>(mutex);
  const Threads& threads = *Threads::Current();
  return threads.TextOf("mutex", self->label_) + ", which " + threads.NameOf(self->holder_) +
         " holds";
}

Mutex::~Mutex() {
  Threads* const threads = Threads::Current();
  if (held_ && threads != nullptr) {
    threads->Fail(threads->TextOf("mutex", label_) + " is destroyed while " +
                  threads->NameOf(holder_) + " holds it");
  }
}

void Mutex::Take(const Threads* threads) {
  held_ = true;
  holder_ = threads == nullptr ? kHarness : threads->running();
}

void Mutex::LetGo(Threads* threads) {
  const ThreadId running = threads == nullptr ? kHarness : threads->running();
  if (threads != nullptr && (!held_ || holder_ != running)) {
    threads->Fail(threads->NameOf(running) + " unlocks " + threads->TextOf("mutex", label_) +
                  ", which it does not hold");
  }
  held_ = false;
}

void Mutex::lock() {
  Threads* const threads = Threads::Current();
  if (threads != nullptr) {
    threads->Use(label_);
    threads->Await({"lock", this, &IsFree, &Holder, label_.resource});
  }
  assert(!held_);
  Take(threads);
}

bool Mutex::try_lock() {
  Threads* const threads = Threads::Current();
  if (threads != nullptr) {
    threads->Use(label_);
    threads->Await({.what = "try lock", .resource = label_.resource});
  }
  if (held_) return false;
  Take(threads);
  return true;
}

void Mutex::unlock() {
  Threads* const threads = Threads::Current();
  LetGo(threads);
  // Whoever gets it now may destroy *this.
  if (threads != nullptr) threads->Await({.what = "unlocked", .resource = label_.resource});
}

ConditionVariable::~ConditionVariable() {
  Threads* const threads = Threads::Current();
  if (!waiters_.empty() && threads != nullptr) {
    threads->Fail(threads->TextOf("condition variable", label_) +
                  " is destroyed while somebody waits for it");
  }
}

bool ConditionVariable::MayWake(const void* waiter) {
  const auto* const self = static_cast<const Waiter*>(waiter);
  return (self->notified || self->timed) && !self->mutex.held_;
}

std::string ConditionVariable::Awaited(const void* waiter) {
  const auto* const self = static_cast<const Waiter*>(waiter);
  if (self->notified || self->timed) return Mutex::Holder(&self->mutex);
  return "a notification of " + Threads::Current()->TextOf("condition variable", self->of.label_);
}

bool ConditionVariable::Wait(Mutex& mutex, bool timed) {
  Threads* const threads = Threads::Current();
  Waiter waiter{*this, mutex, timed};
  if (threads == nullptr) {
    assert(timed && "nobody can notify the only thread");
    return false;
  }
  threads->Use(label_);
  threads->Await({.what = "wait", .resource = label_.resource});
  mutex.LetGo(threads);
  waiters_.push_back(&waiter);
  threads->Await({"wake up", &waiter, &MayWake, &Awaited, label_.resource,
                  timed ? OptionKind::kTimer : OptionKind::kMessage});
  std::erase(waiters_, &waiter);
  mutex.Take(threads);
  return waiter.notified;
}

void ConditionVariable::notify_one() noexcept {
  Threads* const threads = Threads::Current();
  if (threads == nullptr) return;
  threads->Use(label_);
  threads->Await({.what = "notify", .resource = label_.resource});
  if (waiters_.empty()) return;
  const auto one = static_cast<std::ptrdiff_t>(threads->Choose("waiter", waiters_.size()));
  waiters_[static_cast<std::size_t>(one)]->notified = true;
  waiters_.erase(waiters_.begin() + one);
}

void ConditionVariable::notify_all() noexcept {
  Threads* const threads = Threads::Current();
  if (threads == nullptr) return;
  threads->Use(label_);
  threads->Await({.what = "notify all", .resource = label_.resource});
  for (Waiter* const waiter : waiters_) waiter->notified = true;
  waiters_.clear();
}

}  // namespace systematic::fibers
