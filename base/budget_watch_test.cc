#include "base/budget_watch.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "base/process_memory.h"

namespace base {
namespace {

/// Waits for the flag, as a computation would; a watch that never raises it fails by the timeout of
/// the test.
void AwaitStop(const Budget& budget) {
  while (!budget.stopped()) std::this_thread::yield();
}

TEST(BudgetWatchTest, TimeRaisesTheFlag) {
  Budget budget;
  const BudgetWatch watch(&budget, {.max_seconds = 0.01});
  AwaitStop(budget);
  EXPECT_EQ(budget.reason(), StopReason::kMaxSeconds);
}

TEST(BudgetWatchTest, ASignalRaisesTheFlag) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Budget budget;
    const BudgetWatch watch(&budget, {});
    EXPECT_EQ(budget.signal(), 0);
    std::raise(signal);
    AwaitStop(budget);
    EXPECT_EQ(budget.reason(), StopReason::kInterrupted);
    EXPECT_EQ(budget.signal(), signal);
  }
}

TEST(BudgetWatchTest, MemoryRaisesTheFlag) {
  Budget budget;
  const std::uint64_t before = ResidentMemory();
  constexpr std::size_t kMore = std::size_t{64} << 20;
  const BudgetWatch watch(&budget, {.max_memory_bytes = before + kMore});
  EXPECT_FALSE(budget.stopped());
  EXPECT_TRUE(budget.Allows(kMore / 4));
  EXPECT_FALSE(budget.refused());
  EXPECT_FALSE(budget.Allows(kMore * 2));
  EXPECT_TRUE(budget.refused());
  const auto block = std::make_unique<char[]>(kMore);
  std::memset(block.get(), 1, kMore);
  AwaitStop(budget);
  EXPECT_EQ(budget.reason(), StopReason::kMaxMemory);
  EXPECT_GE(budget.resident_bytes(), kMore);
}

TEST(BudgetWatchTest, WithoutALimitOfTheCallersTheMachineSaysOne) {
  Budget budget;
  const BudgetWatch watch(&budget, {});
  EXPECT_LT(budget.max_memory_bytes(), ObtainableMemory());
  EXPECT_GT(budget.max_memory_bytes(), ResidentMemory());
}

TEST(BudgetWatchTest, WhatDoesNotStopIsEnded) {
  Budget budget;
  std::promise<StopReason> ended;
  bool told = false;
  const BudgetWatch watch(&budget, {.max_seconds = 0.01, .end_process = [&] {
                                      if (!std::exchange(told, true)) {
                                        ended.set_value(budget.reason());
                                      }
                                    }});
  EXPECT_EQ(ended.get_future().get(), StopReason::kMaxSeconds);
}

TEST(BudgetWatchTest, MuchTooMuchMemoryEndsAtOnce) {
  Budget budget;
  std::promise<StopReason> ended;
  bool told = false;
  const BudgetWatch watch(&budget, {.max_memory_bytes = 1000, .end_process = [&] {
                                      if (!std::exchange(told, true)) {
                                        ended.set_value(budget.reason());
                                      }
                                    }});
  EXPECT_TRUE(budget.stopped());  // from the beginning
  EXPECT_EQ(ended.get_future().get(), StopReason::kMaxMemory);
}

TEST(BudgetWatchTest, AReportThatTakesForeverIsStoppedForTheFirstReason) {
  Budget budget;
  const BudgetWatch watch(&budget, {});
  std::raise(SIGINT);
  AwaitStop(budget);
  budget.AllowReport();
  EXPECT_FALSE(budget.stopped());
  AwaitStop(budget);
  EXPECT_EQ(budget.reason(), StopReason::kInterrupted);
}

}  // namespace
}  // namespace base
