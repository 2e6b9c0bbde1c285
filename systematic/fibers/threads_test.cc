#include "systematic/fibers/threads.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "systematic/fibers/sync.h"
#include "systematic/fibers/testing/explore.h"

namespace systematic::fibers {
namespace {

// A thread that takes so many steps: one for its start, and one after each moment of rest.
std::function<void()> Walker(int steps) {
  return [steps] {
    for (int i = 1; i < steps; ++i) Yield();
  };
}

TEST(ThreadsTest, AllInterleavingsAreRunOnce) {
  const auto schedules = [](int a, int b) {
    const RunResult result = Exhaust([a, b](Threads& threads) {
      threads.Start("a", Walker(a));
      threads.Start("b", Walker(b));
    });
    EXPECT_TRUE(result.exhausted);
    return result.totals.executions;
  };
  EXPECT_EQ(schedules(1, 1), 2u);
  EXPECT_EQ(schedules(2, 3), 10u);  // 5 over 2
  EXPECT_EQ(schedules(4, 4), 70u);
  EXPECT_EQ(schedules(7, 3), 120u);
}

TEST(ThreadsTest, LockedSectionsTakeTurns) {
  // The steps of each: start, lock, unlock, end. One has unlocked before the other locks, which may
  // start in 4 places and the first may end in 4, and in either order where these meet.
  const RunResult result = Exhaust([](Threads& threads) {
    const auto mutex = std::make_shared<Mutex>();
    for (const char* const name : {"a", "b"}) {
      threads.Start(name, [mutex] {
        const std::lock_guard lock(*mutex);
        Yield();
      });
    }
  });
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(result.totals.executions, 2 * (4 * 4 + 1u));
}

// Two threads add one to a counter, as `add` does it.
ThreadsHarness::Begin Count(void (*add)(Atomic<int>&)) {
  return [add](Threads& threads) {
    const auto counter = std::make_shared<Atomic<int>>(0);
    const auto work = [counter, add] { add(*counter); };
    const ThreadId a = threads.Start("a", work);
    const ThreadId b = threads.Start("b", work);
    threads.Start("judge", [&threads, counter, a, b] {
      WaitUntil([&threads, a, b] { return threads.Ended(a) && threads.Ended(b); });
      if (*counter != 2) threads.scheduler().Fail("sum", "an update is lost");
    });
  };
}

TEST(ThreadsTest, ALostUpdateIsFound) {
  const auto add = [](Atomic<int>& counter) { counter.store(counter.load() + 1); };
  EXPECT_EQ(Found(Try(Count(add), 1000)), "sum: an update is lost");
  EXPECT_EQ(Found(Exhaust(Count(add))), "sum: an update is lost");
}

TEST(ThreadsTest, AnAtomicUpdateIsNeverLost) {
  const RunResult result = Exhaust(Count([](Atomic<int>& counter) { ++counter; }));
  EXPECT_EQ(Found(result), "");
  EXPECT_TRUE(result.exhausted);
}

TEST(ThreadsTest, ADeadlockSaysWhoHoldsAndAwaitsWhat) {
  const RunResult result = Try(
      [](Threads& threads) {
        struct Two {
          Mutex first, second;
        };
        const auto two = std::make_shared<Two>();
        threads.Start("a", [two] {
          const std::scoped_lock first(two->first);
          const std::scoped_lock second(two->second);
        });
        threads.Start("b", [two] {
          const std::scoped_lock second(two->second);
          const std::scoped_lock first(two->first);
        });
      },
      1000);
  EXPECT_EQ(Found(result),
            "deadlock: a waits for mutex 1 of b, which b holds; "
            "b waits for mutex 1 of a, which a holds, and nothing can happen any more");
}

TEST(ThreadsTest, WhatThreadsHadIsDestroyedWhenTheyAreStoppedHalfWay) {
  const auto held = std::make_shared<int>(0);
  const RunResult result = Try(
      [held](Threads& threads) {
        const auto mutex = std::make_shared<Mutex>();
        for (const char* const name : {"a", "b", "c"}) {
          threads.Start(name, [&threads, held, mutex] {
            const std::vector<std::shared_ptr<int>> mine = {held};
            const std::lock_guard lock(*mutex);
            Yield();
            if (threads.Choose("fail", 4) == 0) threads.scheduler().Fail("toy", "half-way");
            Yield();
          });
        }
      },
      1);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(ThreadsTest, DeadlockedThreadsAndWhatTheyUseStay) {
  const auto kept = std::make_shared<Mutex>();
  const RunResult result = Try(
      [kept](Threads& threads) {
        threads.Keep(kept);
        threads.Start("a", [mutex = kept.get()] {
          mutex->lock();
          mutex->lock();
        });
      },
      1);
  EXPECT_EQ(Found(result),
            "deadlock: a waits for mutex 1 of a, which a holds, and nothing can happen any more");
  EXPECT_GT(kept.use_count(), 1);
}

TEST(ThreadsTest, ServantsMayWaitAtTheEnd) {
  const RunResult result = Exhaust([](Threads& threads) {
    threads.Start(
        "servant", [] { EXPECT_FALSE(WaitUntil([] { return false; })); }, ThreadKind::kServant);
  });
  EXPECT_EQ(Found(result), "");
  EXPECT_EQ(result.totals.quiescent, 1u);
}

TEST(ThreadsTest, ExceptionsAreViolations) {
  EXPECT_EQ(Found(Try(
                [](Threads& threads) {
                  threads.Start("a", [] { throw std::runtime_error("never mind"); });
                },
                1)),
            "exception: a: never mind");
}

TEST(ThreadsTest, ThreadsStartAndJoinThreads) {
  const RunResult result = Exhaust([](Threads& threads) {
    threads.Start("main", [&threads] {
      int done = 0;
      Thread one([&done] { ++done; });
      Thread two([&done](int add) { done += add; }, 2);
      one.join();
      two.join();
      if (done != 3) threads.scheduler().Fail("toy", "joined too early");
      EXPECT_EQ(threads.NameOf(1), "main");
      EXPECT_EQ(threads.NameOf(3), "thread of main 2");
    });
  });
  EXPECT_EQ(Found(result), "");
  EXPECT_TRUE(result.exhausted);
}

TEST(ThreadsTest, AThreadThatWaitsForItselfIsADeadlock) {
  EXPECT_EQ(Found(Try(
                [](Threads& threads) {
                  const auto thread = std::make_shared<Thread>();
                  threads.Keep(thread);
                  threads.Start("main", [raw = thread.get()] {
                    *raw = Thread([raw] { raw->join(); });
                    raw->join();
                  });
                },
                1)),
            "deadlock: main waits for the end of thread of main; "
            "thread of main waits for the end of thread of main, and nothing can happen any more");
}

TEST(ThreadsTest, WithoutThreadsTheTypesAreThoseOfOneThread) {
  Mutex mutex;
  Atomic<int> value(1);
  StopSource source;
  const std::lock_guard lock(mutex);
  EXPECT_EQ(value.fetch_add(2), 1);
  EXPECT_EQ(value--, 3);
  EXPECT_EQ(value, 2);
  bool called = false;
  const StopCallback callback(source.get_token(), [&] { called = true; });
  source.request_stop();
  EXPECT_TRUE(called);
}

}  // namespace
}  // namespace systematic::fibers
