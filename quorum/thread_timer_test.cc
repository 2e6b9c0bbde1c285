#include "quorum/thread_timer.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <vector>

namespace quorum {
namespace {

constexpr Duration kLong{60'000'000};

TEST(ThreadTimerTest, RunsFunctionsInTheOrderOfTheirTimes) {
  ThreadTimer timer;
  std::vector<int> ran;
  std::promise<void> last;
  timer.After(Duration(20'000), [&] {
    ran.push_back(2);
    last.set_value();
  });
  timer.After(Duration(0), [&] { ran.push_back(1); });
  last.get_future().wait();
  EXPECT_EQ(ran, (std::vector<int>{1, 2}));
}

TEST(ThreadTimerTest, CancelledFunctionIsDropped) {
  ThreadTimer timer;
  auto held = std::make_shared<int>(0);
  const auto key = timer.After(kLong, [held] { FAIL() << "it runs"; });
  timer.Cancel(key);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(ThreadTimerTest, StopDropsWhatWaitsAndWhatComesLater) {
  ThreadTimer timer;
  auto held = std::make_shared<int>(0);
  timer.After(kLong, [held] { FAIL() << "it runs"; });
  timer.Stop();
  timer.Stop();
  timer.After(Duration(0), [held] { FAIL() << "it runs"; });
  EXPECT_EQ(held.use_count(), 1);
}

TEST(ThreadTimerTest, FunctionMayDestroyTheTimer) {
  auto timer = std::make_shared<ThreadTimer>();
  std::promise<void> destroyed;
  std::promise<void> mine;
  timer->After(Duration(0), [&destroyed, &mine, owner = timer]() mutable {
    mine.get_future().wait();
    owner = nullptr;
    destroyed.set_value();
  });
  timer = nullptr;
  mine.set_value();
  destroyed.get_future().wait();
}

}  // namespace
}  // namespace quorum
