#include "systematic/strategies/pct.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/testing/toys.h"
#include "systematic/testing/walkers.h"

namespace systematic {
namespace {

/// How many of the executions end in an order that `is_bug` holds of.
double Found(const HarnessInfo& harness, const char* strategy, std::uint64_t executions,
             std::uint64_t length) {
  const RunResult result =
      RunSchedules(harness, ParseStrategy(strategy),
                   {.schedules = executions, .length = length, .stop_at_first = false});
  return static_cast<double>(result.totals.violations);
}

HarnessInfo BuggyWalkers(std::vector<std::uint32_t> steps,
                         const std::function<bool(const Order&)>& is_bug) {
  return WalkersOf(std::move(steps), [is_bug](Scheduler& scheduler, const Order& order) {
    if (is_bug(order)) scheduler.Fail("order", "that order");
  });
}

/// Whether `count` of `executions` may come of a probability of `p` or more.
void ExpectAtLeast(double count, double executions, double p) {
  const double mean = executions * p;
  EXPECT_GT(count, mean - 4 * std::sqrt(mean * (1 - p))) << "of probability " << p;
}

/// The steps before the machine in charge changes, for two machines.
std::vector<std::size_t> Runs(const Order& order) {
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || order[i] != order[i - 1]) runs.push_back(0);
    ++runs.back();
  }
  return runs;
}

TEST(Pct, FindsABugOfDepthOneInOneOfNExecutions) {
  // The last of five machines is the first to run.
  const HarnessInfo harness =
      BuggyWalkers({4, 4, 4, 4, 4}, [](const Order& order) { return order[0] == 4; });
  ExpectAtLeast(Found(harness, "pct:1", 20'000, 20), 20'000, 1.0 / 5);
}

TEST(Pct, FindsABugOfDepthTwoInOneOfNTimesKExecutions) {
  // The second machine begins between the fourth and the fifth step of the first.
  const HarnessInfo harness = BuggyWalkers(
      {10, 10}, [](const Order& order) { return order[0] == 0 && Runs(order)[0] == 4; });
  ExpectAtLeast(Found(harness, "pct:2", 40'000, 20), 40'000, 1.0 / (2 * 20));
}

TEST(Pct, FindsABugOfDepthThreeInOneOfNTimesKSquaredExecutions) {
  // Two preemptions, at the fourth step of the first and the third of the second machine.
  const HarnessInfo harness = BuggyWalkers({8, 8}, [](const Order& order) {
    const auto runs = Runs(order);
    return order[0] == 0 && runs[0] == 4 && runs[1] == 3;
  });
  ExpectAtLeast(Found(harness, "pct:3", 100'000, 16), 100'000, 1.0 / (2 * 16 * 16));
}

TEST(Pct, DoesNotFindABugThatIsDeeperThanItsDepth) {
  const HarnessInfo harness =
      BuggyWalkers({10, 10}, [](const Order& order) { return Runs(order).size() > 2; });
  EXPECT_EQ(Found(harness, "pct:1", 2000, 20), 0);
  EXPECT_GT(Found(harness, "pct:2", 2000, 20), 0);
}

TEST(Pct, MessagesOfAReceiverRunInTheOrderInWhichTheyWereSent) {
  // Two senders' messages to one receiver: only links tell them apart.
  const HarnessInfo harness = ToyOf("two senders", [](Scheduler& scheduler) {
    const auto last = std::make_shared<std::uint32_t>(0);
    const MachineId receiver = scheduler.AddMachine("receiver");
    for (std::uint32_t i = 0; i < 6; ++i) {
      scheduler.Enable({.from = scheduler.Intern(i % 2 == 0 ? "b" : "a"),
                        .to = scheduler.MachineName(receiver),
                        .ordinal = i},
                       receiver, OptionKind::kMessage, [&scheduler, last, i] {
                         if (i < *last) scheduler.Fail("order", "overtaken");
                         *last = i;
                       });
    }
  });
  EXPECT_EQ(Found(harness, "pct:3", 500, 6), 0);
  EXPECT_GT(Found(harness, "pct:3,links", 500, 6), 0);
}

TEST(ChangePoints, AreMovedOnAndMetOnce) {
  base::Random random(5);
  ChangePoints points;
  points.Draw(random, 1, 1);
  points.MoveOn(1);
  EXPECT_EQ(points.Meet(1), 0u);
  EXPECT_EQ(points.Meet(2), 1u);
  EXPECT_EQ(points.Meet(2), 0u);
}

TEST(Pct, AChangePointWithASingleOptionIsMovedOn) {
  // One change point, at the first or the second of three picks; the second has one option only.
  // If it is at the second, it is moved to the third, and another machine wins there than at the
  // first.
  PctStrategy strategy({.seed = 1, .length = 2}, 2, Lanes::Unit::kReceiver);
  const std::vector<Option> both = {{.key = {.to = 1}, .id = 0, .machine = 1},
                                    {.key = {.to = 2}, .id = 1, .machine = 2}};
  int changed = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    strategy.Begin(i);
    const std::size_t first = strategy.Pick(both);
    strategy.Pick(std::span(both).first(1));
    if (strategy.Pick(both) != first) ++changed;
  }
  EXPECT_NEAR(changed, 500, 70);
}

}  // namespace
}  // namespace systematic
