// What all strategies that draw have in common, and what they reach.

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/testing/walkers.h"

namespace systematic {
namespace {

std::map<Order, int> OrdersOf(const std::string& strategy, const RunOptions& options,
                              const std::vector<std::uint32_t>& steps) {
  std::map<Order, int> orders;
  std::mutex mutex;
  RunSchedules(WalkersOf(steps,
                         [&](Scheduler&, const Order& order) {
                           const std::lock_guard lock(mutex);
                           ++orders[order];
                         }),
               ParseStrategy(strategy), options);
  return orders;
}

class SamplingTest : public testing::TestWithParam<const char*> {};

TEST_P(SamplingTest, TheSameSeedGivesTheSameExecutionsForAnyNumberOfWorkers) {
  const RunOptions one{.schedules = 300, .seed = 4, .length = 12};
  RunOptions two = one;
  two.workers = 3;
  RunOptions other = one;
  other.seed = 5;
  const auto orders = OrdersOf(GetParam(), one, {4, 4, 4});
  EXPECT_EQ(OrdersOf(GetParam(), two, {4, 4, 4}), orders);
  EXPECT_NE(OrdersOf(GetParam(), other, {4, 4, 4}), orders);
  EXPECT_GT(orders.size(), 10u);
}

INSTANTIATE_TEST_SUITE_P(Strategies, SamplingTest,
                         testing::Values("random", "probabilistic:3", "pct:3", "pct:3,links",
                                         "fair-pct:3", "pctcp:3", "pos", "delay:2", "portfolio"));

TEST(Random, IsUniformOverOptions) {
  // Two machines of one step each, and one of two: 12 orders; of a first step a third each.
  std::map<std::size_t, int> first;
  for (const auto& [order, count] :
       OrdersOf("random", {.schedules = 30'000, .length = 4}, {1, 1, 2})) {
    first[order[0]] += count;
  }
  for (const auto& [machine, count] : first) EXPECT_NEAR(count, 10'000, 400) << machine;
}

TEST(Probabilistic, LeavesAMachineAsRarelyAsItIsTold) {
  // Of two machines of 50 steps the first 40 picks have a choice: each leaves with 1/8.
  int stays = 0;
  int leaves = 0;
  for (const auto& [order, count] :
       OrdersOf("probabilistic:3", {.schedules = 1000, .length = 100}, {50, 50})) {
    for (std::size_t i = 1; i < 40; ++i) (order[i] == order[i - 1] ? stays : leaves) += count;
  }
  EXPECT_NEAR(static_cast<double>(leaves) / (stays + leaves), 0.125, 0.01);
}

TEST(Pos, SamplesPartialOrdersMoreEvenlyThanRandom) {
  // Machines that share nothing have one partial order; here all steps are of one machine, so that
  // each order is one of its own, and POS draws each with the same probability.
  const auto spread = [](const char* strategy) {
    int least = 1'000'000;
    for (const auto& [order, count] :
         OrdersOf(strategy, {.schedules = 6000, .length = 3}, {1, 1, 1})) {
      least = std::min(least, count);
    }
    return least;
  };
  EXPECT_NEAR(spread("pos"), 1000, 150);
}

TEST(Portfolio, TakesAllItsMembers) {
  std::set<std::string> names;
  RunOptions options{.schedules = 200, .length = 4};
  const auto strategy = ParseStrategy("portfolio")({.seed = 1});
  for (std::uint64_t i = 0; i < 200; ++i) {
    strategy->Begin(i);
    names.insert(strategy->name());
  }
  EXPECT_EQ(names, (std::set<std::string>{"random", "probabilistic:3", "fair-pct:2", "fair-pct:3",
                                          "fair-pct:3,links", "pctcp:3", "pos", "delay:2"}));
}

}  // namespace
}  // namespace systematic
