// Locks and waits of the threads of an execution, with the members of std's.
//
// Invariants: a mutex is held by one thread; wait() lets go of it and waits in one step, and wakes
// up only when it was notified or its time is up, which for wait_for() and wait_until() may be
// any moment: no clock is read. A thread that waits for a notification gets it in any order.
// Broken rules are violations of "threads": to unlock what another one holds, to destroy what is
// held or waited for.
// Without a Threads they are those of a program of one thread.
// Thread safety: as std's, among the threads of an execution.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "systematic/fibers/threads.h"

namespace systematic::fibers {

class Mutex {
 public:
  constexpr Mutex() noexcept = default;
  ~Mutex();
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock();
  bool try_lock();
  void unlock();

 private:
  friend class ConditionVariable;

  static bool IsFree(const void* mutex);
  static std::string Holder(const void* mutex);
  void Take(const Threads* threads);
  /// Says so if the running thread does not hold it.
  void LetGo(Threads* threads);

  Label label_;
  ThreadId holder_ = kHarness;
  bool held_ = false;
};

class ConditionVariable {
 public:
  ConditionVariable() = default;
  ~ConditionVariable();
  ConditionVariable(const ConditionVariable&) = delete;
  ConditionVariable& operator=(const ConditionVariable&) = delete;

  void notify_one() noexcept;
  void notify_all() noexcept;

  void wait(std::unique_lock<Mutex>& lock) { Wait(*lock.mutex(), false); }
  template <typename Predicate>
  void wait(std::unique_lock<Mutex>& lock, Predicate predicate) {
    while (!predicate()) wait(lock);
  }
  template <typename Time>
  std::cv_status wait_until(std::unique_lock<Mutex>& lock, const Time&) {
    return Wait(*lock.mutex(), true) ? std::cv_status::no_timeout : std::cv_status::timeout;
  }
  template <typename Time, typename Predicate>
  bool wait_until(std::unique_lock<Mutex>& lock, const Time& time, Predicate predicate) {
    while (!predicate()) {
      if (wait_until(lock, time) == std::cv_status::timeout) return predicate();
    }
    return true;
  }
  template <typename Span>
  std::cv_status wait_for(std::unique_lock<Mutex>& lock, const Span& span) {
    return wait_until(lock, span);
  }
  template <typename Span, typename Predicate>
  bool wait_for(std::unique_lock<Mutex>& lock, const Span& span, Predicate predicate) {
    return wait_until(lock, span, std::move(predicate));
  }

 private:
  struct Waiter {
    const ConditionVariable& of;
    Mutex& mutex;
    bool timed = false;
    bool notified = false;
  };

  static bool MayWake(const void* waiter);
  static std::string Awaited(const void* waiter);
  /// Whether it was notified.
  bool Wait(Mutex& mutex, bool timed);

  Label label_;
  std::vector<Waiter*> waiters_;  // in the order of their coming
};

}  // namespace systematic::fibers
