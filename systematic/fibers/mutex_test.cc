#include "systematic/fibers/mutex.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>

#include "systematic/fibers/atomic.h"
#include "systematic/fibers/testing/explore.h"

namespace systematic::fibers {
namespace {

struct Queue {
  Mutex mutex;
  ConditionVariable changed;
  std::deque<int> items;
};

TEST(ConditionVariableTest, WaitersGetWhatTheyWaitFor) {
  const RunResult result = Exhaust([](Threads& threads) {
    const auto queue = std::make_shared<Queue>();
    threads.Start("taker", [&threads, queue] {
      std::unique_lock lock(queue->mutex);
      queue->changed.wait(lock, [&] { return !queue->items.empty(); });
      if (queue->items.front() != 7) threads.scheduler().Fail("toy", "it took something else");
    });
    threads.Start("giver", [queue] {
      const std::lock_guard lock(queue->mutex);
      queue->items.push_back(7);
      queue->changed.notify_one();
    });
  });
  EXPECT_EQ(Found(result), "");
  EXPECT_TRUE(result.exhausted);
}

TEST(ConditionVariableTest, ALostWakeUpIsFound) {
  // The flag is no part of what the mutex guards: it may change after the look and before the wait.
  const RunResult result = Try(
      [](Threads& threads) {
        struct Shared : Queue {
          Atomic<bool> flag = false;
        };
        const auto shared = std::make_shared<Shared>();
        threads.Keep(shared);
        threads.Start("sleeper", [shared = shared.get()] {
          std::unique_lock lock(shared->mutex);
          if (!shared->flag) shared->changed.wait(lock);
        });
        threads.Start("waker", [shared = shared.get()] {
          shared->flag = true;
          shared->changed.notify_all();
        });
      },
      1000);
  EXPECT_EQ(Found(result),
            "deadlock: sleeper waits for a notification of condition variable 2 of sleeper, "
            "and nothing can happen any more");
}

TEST(ConditionVariableTest, OneNotificationWakesAnyOne) {
  std::string woken;
  const RunResult result = Exhaust(
      [&woken](Threads& threads) {
        const auto queue = std::make_shared<Queue>();
        for (const char* const name : {"a", "b"}) {
          threads.Start(
              name,
              [queue, name, &woken] {
                std::unique_lock lock(queue->mutex);
                queue->changed.wait(lock, [&] { return !queue->items.empty(); });
                queue->items.clear();
                woken += name;
              },
              ThreadKind::kServant);
        }
        threads.Keep(queue);
        threads.Start("giver", [queue] {
          const std::lock_guard lock(queue->mutex);
          queue->items.push_back(1);
          queue->changed.notify_one();
        });
      },
      true);
  EXPECT_NE(woken.find('a'), std::string::npos);
  EXPECT_NE(woken.find('b'), std::string::npos);
}

TEST(ConditionVariableTest, ATimedWaitEndsInBothWays) {
  bool in_time = false;
  bool late = false;
  const RunResult result = Exhaust([&](Threads& threads) {
    const auto queue = std::make_shared<Queue>();
    threads.Start("taker", [&, queue] {
      std::unique_lock lock(queue->mutex);
      const auto status = queue->changed.wait_for(lock, 1);
      (status == std::cv_status::timeout ? late : in_time) = true;
    });
    threads.Start("giver", [queue] { queue->changed.notify_all(); });
  });
  EXPECT_EQ(Found(result), "");
  EXPECT_TRUE(result.exhausted);
  EXPECT_TRUE(in_time);
  EXPECT_TRUE(late);
}

TEST(MutexTest, OnlyItsHolderUnlocks) {
  EXPECT_EQ(Found(Try(
                [](Threads& threads) {
                  const auto mutex = std::make_shared<Mutex>();
                  threads.Start(
                      "a",
                      [mutex] {
                        mutex->lock();
                        WaitUntil([] { return false; });
                      },
                      ThreadKind::kServant);
                  threads.Start(
                      "b",
                      [&threads, mutex] {
                        WaitUntil([&threads] { return threads.scheduler().steps() > 4; });
                        mutex->unlock();
                      },
                      ThreadKind::kServant);
                  threads.Start("c", [] {
                    for (int i = 0; i < 9; ++i) Yield();
                  });
                },
                1)),
            "threads: b unlocks mutex 1 of a, which it does not hold");
}

TEST(MutexTest, WhatIsHeldIsNotDestroyed) {
  EXPECT_EQ(Found(Try(
                [](Threads& threads) {
                  threads.Start("a", [] {
                    Mutex mutex;
                    mutex.lock();
                  });
                },
                1)),
            "threads: mutex 1 of a is destroyed while a holds it");
}

TEST(MutexTest, TryingNeverWaits) {
  bool failed = false;
  const RunResult result = Exhaust([&failed](Threads& threads) {
    const auto mutex = std::make_shared<Mutex>();
    for (const char* const name : {"a", "b"}) {
      threads.Start(name, [mutex, &failed] {
        const std::unique_lock lock(*mutex, std::try_to_lock);
        failed = failed || !lock;
        Yield();
      });
    }
  });
  EXPECT_EQ(Found(result), "");
  EXPECT_TRUE(failed);
}

TEST(MutexTest, TheHarnessCannotWait) {
  EXPECT_THROW(Try(
                   [](Threads& threads) {
                     const auto mutex = std::make_shared<Mutex>();
                     mutex->lock();
                     threads.Start("a", [] {});
                     mutex->lock();
                   },
                   1),
               std::logic_error);
}

}  // namespace
}  // namespace systematic::fibers
