#include "systematic/strategies/dfs.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "systematic/runner.h"
#include "systematic/testing/toys.h"
#include "systematic/testing/walkers.h"

namespace systematic {
namespace {

RunResult Search(const HarnessInfo& harness, const DfsStrategy::Options& options,
                 bool stop_at_first = true) {
  return RunSchedules(
      harness, [&](const StrategyContext&) { return std::make_unique<DfsStrategy>(options); },
      {.schedules = 10'000'000, .length = 1, .stop_at_first = stop_at_first});
}

std::uint64_t Binomial(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

TEST(Dfs, RunsEachInterleavingOfTwoMachinesOnce) {
  for (const auto& [a, b] : {std::pair(1u, 1u), std::pair(2u, 3u), std::pair(4u, 4u),
                             std::pair(7u, 3u), std::pair(0u, 5u), std::pair(6u, 6u)}) {
    std::set<Order> orders;
    const RunResult result =
        Search(WalkersOf({a, b}, [&](Scheduler&, const Order& order) { orders.insert(order); }),
               {.first = 1000});
    EXPECT_TRUE(result.exhausted);
    EXPECT_EQ(result.totals.executions, Binomial(a + b, a)) << a << " " << b;
    EXPECT_EQ(orders.size(), Binomial(a + b, a)) << a << " " << b;
  }
}

TEST(Dfs, DeepensUntilNothingIsLeft) {
  std::set<Order> orders;
  const RunResult result =
      Search(WalkersOf({3, 3}, [&](Scheduler&, const Order& order) { orders.insert(order); }), {});
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(orders.size(), 20u);
  EXPECT_GT(result.totals.stopped, 0u);
}

TEST(Dfs, GoesNoDeeperThanItIsTold) {
  // Of depths 1, 2 and 3, 2 + 4 + 8 executions are stopped.
  const RunResult result = Search(WalkersOf({9, 9}, {}), {.depth = 3});
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(result.totals.executions, 14u);
  EXPECT_EQ(result.totals.stopped, 14u);
}

TEST(Dfs, FindsTheShallowestViolationFirst) {
  const HarnessInfo harness = WalkersOf({6, 6}, {}, [](Scheduler& scheduler, const Order& order) {
    if (order == Order{1, 1}) scheduler.Fail("toy", "shallow");
    if (order == Order{0, 0, 0, 0, 0}) scheduler.Fail("toy", "deep");
  });
  const RunResult result = Search(harness, {});
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->violation.message, "shallow");
}

TEST(Dfs, EnumeratesValues) {
  std::set<std::uint64_t> seen;
  const HarnessInfo harness = ToyOf("values", [&seen](Scheduler& scheduler) {
    scheduler.Enable({.ordinal = 1}, 0, OptionKind::kControl, [&scheduler, &seen] {
      const std::uint64_t first = scheduler.Choose({.ordinal = 2}, 3);
      seen.insert(10 * first + scheduler.Choose({.ordinal = 3}, first + 2));
    });
  });
  EXPECT_TRUE(Search(harness, {}).exhausted);
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 10, 11, 12, 20, 21, 22, 23}));
}

TEST(Dfs, LeavesOutStatesMetBefore) {
  // Two machines that share nothing: a state is how far each of them is.
  const auto executions = [](bool cache) {
    return Search(WalkersOf({7, 7}, {}), {.first = 1000, .cache = cache}).totals.executions;
  };
  EXPECT_EQ(executions(false), Binomial(14, 7));
  EXPECT_LE(executions(true), 64u);
}

/// Two machines that each read a counter and write it back, greater by one, in two steps.
HarnessInfo LostUpdate(std::uint16_t resource) {
  return ToyOf("lost update", [resource](Scheduler& scheduler) {
    const auto counter = std::make_shared<int>(0);
    const auto done = std::make_shared<int>(0);
    for (const char* name : {"a", "b"}) {
      const MachineId machine = scheduler.AddMachine(name);
      const Word word = scheduler.MachineName(machine);
      const auto write = [&scheduler, counter, done](int read) {
        *counter = read + 1;
        if (++*done == 2 && *counter != 2) scheduler.Fail("sum", "an update is lost");
      };
      const auto read = [=, &scheduler] {
        const int was = *counter;
        scheduler.Enable(
            {.to = word, .ordinal = 2}, machine, OptionKind::kMessage, [write, was] { write(was); },
            resource);
      };
      // What comes before may happen in any order, to make states that are met again.
      scheduler.Enable({.to = word, .ordinal = 0}, machine, OptionKind::kMessage, [=, &scheduler] {
        scheduler.Enable({.to = word, .ordinal = 1}, machine, OptionKind::kMessage, read, resource);
      });
    }
  });
}

TEST(Dfs, CachingLosesNothingWhenWhatIsSharedIsAResource) {
  const RunResult result = Search(LostUpdate(1), {.first = 1000, .cache = true});
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->violation.message, "an update is lost");
  const RunResult all = Search(LostUpdate(1), {.first = 1000, .cache = true}, false);
  const RunResult without = Search(LostUpdate(1), {.first = 1000}, false);
  EXPECT_LT(all.totals.executions, without.totals.executions);
  EXPECT_GT(all.totals.violations, 0u);
}

// Two machines that put letters into each other's boxes, so many each. `touch`: they say so.
struct Post {
  void Offer(Scheduler& scheduler, const std::shared_ptr<Post>& self, std::size_t who,
             std::uint32_t letter) {
    const auto machine = static_cast<MachineId>(1 + who);
    const Key key{.to = scheduler.MachineName(machine), .ordinal = letter};
    scheduler.Enable(key, machine, OptionKind::kMessage, [=, this, &scheduler] {
      if (touch) scheduler.Touch(static_cast<MachineId>(2 - who));
      boxes[1 - who] += std::to_string(who);
      boxes[who] += "!";
      if (boxes[0] == "!1!1") scheduler.Fail("boxes", "they take turns");
      if (letter + 1 < letters) Offer(scheduler, self, who, letter + 1);
    });
  }

  std::uint32_t letters = 0;
  bool touch = false;
  std::vector<std::string> boxes{2};
};

HarnessInfo Boxes(std::uint32_t letters, bool touch) {
  return ToyOf("boxes", [letters, touch](Scheduler& scheduler) {
    const auto post = std::make_shared<Post>(Post{letters, touch});
    for (const char* const name : {"a", "b"}) scheduler.AddMachine(name);
    for (const std::size_t who : {0u, 1u}) post->Offer(scheduler, post, who, 0);
  });
}

TEST(Dfs, CachingNeedsToKnowWhatStepsTouch) {
  const DfsStrategy::Options options{.first = DfsStrategy::kUnbounded, .cache = true};
  const RunResult without = Search(Boxes(4, true), {.first = DfsStrategy::kUnbounded}, false);
  ASSERT_GT(without.totals.violations, 0u);
  const RunResult with = Search(Boxes(4, true), options, false);
  EXPECT_TRUE(with.exhausted);
  EXPECT_GT(with.totals.violations, 0u);
  // All steps touch the same, so that nothing may change places: there is nothing to leave out.
  EXPECT_EQ(with.totals.executions, without.totals.executions);
  // Who does not say what it touches is taken at its word.
  EXPECT_LT(Search(Boxes(4, false), options, false).totals.executions, without.totals.executions);
}

TEST(Dfs, CachesNothingWhenAMonitorDoesNotTellItsState) {
  class Silent : public Monitor {
   public:
    std::string_view name() const override { return "silent"; }
  };
  const auto silent = std::make_shared<Silent>();
  const HarnessInfo walkers = WalkersOf({3, 3}, {}, [silent](Scheduler& scheduler, const Order& o) {
    if (o.size() == 1) scheduler.AddMonitor(silent.get());
  });
  EXPECT_EQ(Search(walkers, {.first = 1000, .cache = true}).totals.quiescent, 20u);
}

}  // namespace
}  // namespace systematic
