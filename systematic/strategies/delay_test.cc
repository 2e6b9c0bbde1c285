#include "systematic/strategies/delay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "systematic/runner.h"
#include "systematic/testing/walkers.h"

namespace systematic {
namespace {

/// The schedules with at most `left` delays of machines in that queue with so many steps left, by
/// the definition.
std::uint64_t Count(const std::deque<std::pair<std::size_t, std::uint32_t>>& queue,
                    std::uint64_t left) {
  if (queue.empty()) return 1;
  std::uint64_t sum = 0;
  auto turned = queue;
  for (std::uint64_t delays = 0; delays <= std::min<std::uint64_t>(left, queue.size() - 1);
       ++delays) {
    auto after = turned;
    auto [machine, steps] = after.front();
    after.pop_front();
    if (steps > 1) after.emplace_back(machine, steps - 1);
    sum += Count(after, left - delays);
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  }
  return sum;
}

std::uint64_t Expected(const std::vector<std::uint32_t>& steps, std::uint64_t delays) {
  std::deque<std::pair<std::size_t, std::uint32_t>> queue;
  for (std::size_t i = 0; i < steps.size(); ++i) queue.emplace_back(i, steps[i]);
  return Count(queue, delays);
}

RunResult RunAll(const HarnessInfo& harness, unsigned delays) {
  return RunSchedules(harness,
                      [=](const StrategyContext& context) {
                        return std::make_unique<AllDelaysStrategy>(context, delays);
                      },
                      {.schedules = 10'000'000, .length = 6});
}

TEST(AllDelays, RunsExactlyTheSchedulesWithSoManyDelays) {
  const std::vector<std::vector<std::uint32_t>> toys = {{3, 3}, {5, 2}, {2, 2, 2}, {4, 1, 3}};
  for (const auto& steps : toys) {
    for (const unsigned delays : {0u, 1u, 2u, 3u}) {
      const RunResult result = RunAll(WalkersOf(steps, {}), delays);
      EXPECT_TRUE(result.exhausted);
      EXPECT_EQ(result.totals.executions, Expected(steps, delays));
    }
  }
}

TEST(AllDelays, OneDelayAmongSingleStepsGivesAsManyOrdersAsSteps) {
  std::set<Order> orders;
  const RunResult result = RunAll(
      WalkersOf({1, 1, 1, 1, 1, 1}, [&](Scheduler&, const Order& order) { orders.insert(order); }),
      1);
  EXPECT_EQ(result.totals.executions, 6u);
  EXPECT_EQ(orders.size(), 6u);
}

TEST(Delay, WithoutDelaysTheOldestOptionRuns) {
  Order order;
  RunSchedules(
      WalkersOf({3, 3}, [&](Scheduler&, const Order& o) { order = o; }),
      [](const StrategyContext& context) { return std::make_unique<DelayStrategy>(context, 0); },
      {.schedules = 1, .length = 6});
  EXPECT_EQ(order, (Order{0, 1, 0, 1, 0, 1}));
}

TEST(Delay, RandomMomentsReachWhatAllMomentsReach) {
  const auto orders_of = [](const MakeStrategy& make) {
    std::set<Order> orders;
    RunSchedules(WalkersOf({3, 3}, [&](Scheduler&, const Order& order) { orders.insert(order); }),
                 make, {.schedules = 2000, .length = 6});
    return orders;
  };
  const auto random = orders_of(
      [](const StrategyContext& context) { return std::make_unique<DelayStrategy>(context, 2); });
  const auto all = orders_of([](const StrategyContext& context) {
    return std::make_unique<AllDelaysStrategy>(context, 2);
  });
  EXPECT_GT(random.size(), 5u);
  EXPECT_TRUE(std::includes(all.begin(), all.end(), random.begin(), random.end()));
}

}  // namespace
}  // namespace systematic
