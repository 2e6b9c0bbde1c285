#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <vector>

#include "sut/paxos/rpc/system_clock.h"
#include "sut/paxos/testing/manual_clock.h"

namespace paxos {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ManualClockTest, FiresDueTimersInOrderOfTimeThenOfStart) {
  ManualClock clock;
  std::vector<int> fired;
  clock.StartTimer(milliseconds(20), [&] { fired.push_back(3); });
  clock.StartTimer(milliseconds(10), [&] { fired.push_back(1); });
  clock.StartTimer(milliseconds(10), [&] { fired.push_back(2); });
  clock.StartTimer(milliseconds(21), [&] { fired.push_back(4); });
  EXPECT_EQ(clock.Advance(milliseconds(9)), 0);
  EXPECT_THAT(fired, IsEmpty());
  EXPECT_EQ(clock.Advance(milliseconds(11)), 3);
  EXPECT_THAT(fired, ElementsAre(1, 2, 3));
  EXPECT_EQ(clock.pending(), 1);
  EXPECT_EQ(clock.Now(), milliseconds(20));
}

TEST(ManualClockTest, FiresTimersThatAreStartedOnTheWay) {
  ManualClock clock;
  std::vector<Duration> fired;
  std::function<void()> tick = [&] {
    fired.push_back(clock.Now());
    clock.StartTimer(milliseconds(10), tick);
  };
  clock.StartTimer(milliseconds(10), tick);
  EXPECT_EQ(clock.Advance(milliseconds(35)), 3);
  EXPECT_THAT(fired, ElementsAre(milliseconds(10), milliseconds(20), milliseconds(30)));
}

TEST(ManualClockTest, CancelledTimerDoesNotFire) {
  ManualClock clock;
  bool fired = false;
  const auto timer = clock.StartTimer(milliseconds(1), [&] { fired = true; });
  clock.CancelTimer(timer);
  EXPECT_EQ(clock.Advance(hours(1)), 0);
  EXPECT_FALSE(fired);
}

TEST(SystemClockTest, FiresInOrderOfTime) {
  SystemClock clock;
  std::vector<int> fired;
  std::promise<void> done;
  clock.StartTimer(milliseconds(20), [&] {
    fired.push_back(2);
    done.set_value();
  });
  clock.StartTimer(milliseconds(1), [&] { fired.push_back(1); });
  done.get_future().wait();
  EXPECT_THAT(fired, ElementsAre(1, 2));
}

TEST(SystemClockTest, DoesNotFireBeforeTheDelay) {
  SystemClock clock;
  std::promise<std::chrono::steady_clock::time_point> fired;
  const auto start = std::chrono::steady_clock::now();
  clock.StartTimer(milliseconds(15), [&] { fired.set_value(std::chrono::steady_clock::now()); });
  EXPECT_GE(fired.get_future().get() - start, milliseconds(15));
}

TEST(SystemClockTest, TimerMayStartATimer) {
  SystemClock clock;
  std::promise<void> done;
  clock.StartTimer(milliseconds(1),
                   [&] { clock.StartTimer(milliseconds(1), [&] { done.set_value(); }); });
  done.get_future().wait();
}

TEST(SystemClockTest, CancelledTimerAndDestroyedClockDoNotFire) {
  bool fired = false;
  {
    SystemClock clock;
    std::promise<void> later;
    clock.CancelTimer(clock.StartTimer(milliseconds(1), [&] { fired = true; }));
    clock.StartTimer(milliseconds(3), [&] { later.set_value(); });
    later.get_future().wait();
    clock.StartTimer(hours(1), [&] { fired = true; });
  }
  EXPECT_FALSE(fired);
}

}  // namespace
}  // namespace paxos
