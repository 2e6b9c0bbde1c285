#include "base/budget.h"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(BudgetTest, NothingStopsWithoutAWatch) {
  const Budget budget;
  EXPECT_FALSE(budget.stopped());
  EXPECT_EQ(budget.reason(), StopReason::kNone);
  EXPECT_NO_THROW(budget.Check());
  EXPECT_TRUE(budget.Allows(std::size_t{1} << 60));
  EXPECT_TRUE(budget.HasRoomFor(std::uint64_t{1} << 60));
}

TEST(BudgetTest, TheFirstReasonCounts) {
  Budget budget;
  budget.Stop(StopReason::kMaxSeconds);
  budget.Stop(StopReason::kMaxMemory);
  EXPECT_TRUE(budget.stopped());
  EXPECT_TRUE(budget.flag()->load());
  EXPECT_EQ(budget.reason(), StopReason::kMaxSeconds);
}

TEST(BudgetTest, CheckThrowsTheReason) {
  Budget budget;
  budget.Stop(StopReason::kInterrupted);
  try {
    budget.Check();
    FAIL() << "no StopError";
  } catch (const StopError& error) {
    EXPECT_EQ(error.reason(), StopReason::kInterrupted);
    EXPECT_STREQ(error.what(), "stopped by a signal");
  }
}

TEST(BudgetTest, AReportMayBeMadeAfterAStop) {
  Budget budget;
  budget.Stop(StopReason::kMaxMemory);
  budget.AllowReport();
  EXPECT_FALSE(budget.stopped());
  EXPECT_EQ(budget.reason(), StopReason::kMaxMemory);
}

TEST(BudgetTest, PhasesAreTold) {
  Budget budget;
  EXPECT_EQ(budget.phase(), "");
  budget.Enter("loading m.lua");
  EXPECT_EQ(budget.phase(), "loading m.lua");
}

}  // namespace
}  // namespace base
