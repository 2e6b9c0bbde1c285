#include "systematic/self_check.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/testing/toys.h"

namespace systematic {
namespace {

/// Runs a harness of one machine and some messages, whose second step does something.
RunResult RunWith(const std::function<void(Scheduler&)>& second) {
  const HarnessInfo harness = ToyOf("planted", [second](Scheduler& scheduler) {
    const auto steps = std::make_shared<int>(0);
    const MachineId machine = scheduler.AddMachine("m");
    for (std::uint32_t i = 0; i < 4; ++i) {
      scheduler.Enable({.to = scheduler.MachineName(machine), .ordinal = i}, machine,
                       OptionKind::kMessage, [&scheduler, second, steps] {
                         if (++*steps == 2) second(scheduler);
                       });
    }
  });
  return RunSchedules(harness, ParseStrategy("random"), {.schedules = 20, .length = 4});
}

Key KeyOf(std::uint64_t ordinal) {
  return {.what = 1, .ordinal = static_cast<std::uint32_t>(ordinal)};
}

void EnableOne(Scheduler& scheduler, std::uint64_t ordinal) {
  scheduler.Enable(KeyOf(ordinal), 0, OptionKind::kMessage, [] {});
}

TEST(SelfCheck, FindsNothingWhereThereIsNothing) {
  const RunResult result = RunWith([](Scheduler& scheduler) {
    scheduler.Observe(7);
    EnableOne(scheduler, scheduler.Choose({}, 100));
  });
  EXPECT_FALSE(result.nondeterminism);
  EXPECT_EQ(result.totals.checked, 1u);
  EXPECT_EQ(result.totals.executions, 20u);
}

TEST(SelfCheck, CatchesARandomNumberAndShowsBothSets) {
  std::uint32_t next = 40;  // what a random number would be
  const RunResult result = RunWith([&next](Scheduler& scheduler) { EnableOne(scheduler, ++next); });
  ASSERT_TRUE(result.nondeterminism);
  EXPECT_EQ(result.totals.executions, 1u);
  EXPECT_EQ(
      ToText(*result.nondeterminism),
      "uncontrolled nondeterminism: iteration 0 (random) was run twice with the same choices, "
      "and what was enabled before choice 3 was not the same\n"
      "enabled the first time only:  m #41\n"
      "enabled the second time only:  m #42");
}

TEST(SelfCheck, CatchesRand) {
  const RunResult result = RunWith([](Scheduler& scheduler) {
    scheduler.Observe(static_cast<std::uint64_t>(std::rand()));  // NOLINT: that is what is caught
  });
  ASSERT_TRUE(result.nondeterminism);
  EXPECT_EQ(result.nondeterminism->message, "what was observed before choice 3 was not the same");
}

TEST(SelfCheck, CatchesAClock) {
  const RunResult result = RunWith([](Scheduler& scheduler) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    scheduler.Observe(static_cast<std::uint64_t>(now.count()));
  });
  EXPECT_TRUE(result.nondeterminism);
}

struct Node {
  std::uint64_t number;
  std::vector<std::uint64_t> state;
};

std::vector<std::unique_ptr<Node>> Nodes() {
  std::vector<std::unique_ptr<Node>> nodes;
  for (std::uint64_t i = 0; i < 12; ++i) nodes.push_back(std::make_unique<Node>(Node{i, {}}));
  return nodes;
}

// ASan keeps what was freed and hands out memory in the order of its addresses, so that the order
// of pointers is the same in both executions.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kPointersKeepTheirOrder = true;
#else
constexpr bool kPointersKeepTheirOrder = false;
#endif

TEST(SelfCheck, CatchesTheOrderOfPointers) {
  if (kPointersKeepTheirOrder) GTEST_SKIP() << "ASan hands out addresses in order";
  const RunResult result = RunWith([](Scheduler& scheduler) {
    const auto nodes = Nodes();
    std::set<const Node*> order;
    for (const auto& node : nodes) order.insert(node.get());
    for (const Node* node : order) scheduler.Observe(node->number);
  });
  EXPECT_TRUE(result.nondeterminism);
}

TEST(SelfCheck, CatchesTheOrderOfAnUnorderedMap) {
  if (kPointersKeepTheirOrder) GTEST_SKIP() << "ASan hands out addresses in order";
  const RunResult result = RunWith([](Scheduler& scheduler) {
    const auto nodes = Nodes();
    std::unordered_map<const Node*, std::uint64_t> numbers;
    for (const auto& node : nodes) numbers.emplace(node.get(), node->number);
    for (const auto& [node, number] : numbers) scheduler.Observe(number);
  });
  EXPECT_TRUE(result.nondeterminism);
}

TEST(SelfCheck, CatchesAThread) {
  std::atomic<std::uint64_t> ticks = 0;
  std::jthread thread([&ticks](const std::stop_token& stop) {
    while (!stop.stop_requested()) ++ticks;
  });
  const RunResult result = RunWith([&ticks](Scheduler& scheduler) {
    const std::uint64_t before = ticks;
    while (ticks == before) std::this_thread::yield();
    scheduler.Observe(ticks);
  });
  EXPECT_TRUE(result.nondeterminism);
}

TEST(SelfCheck, CatchesAStaticThatSurvives) {
  const RunResult result = RunWith([](Scheduler& scheduler) {
    static std::uint64_t executions = 0;
    if (++executions == 2) EnableOne(scheduler, 50);
  });
  ASSERT_TRUE(result.nondeterminism);
  EXPECT_EQ(result.nondeterminism->second.size(), result.nondeterminism->first.size() + 1);
}

TEST(SelfCheck, CatchesAnotherVerdict) {
  int executions = 0;
  const RunResult result = RunWith([&executions](Scheduler& scheduler) {
    if (++executions == 1) scheduler.Fail("toy", "only the first time");
  });
  ASSERT_TRUE(result.nondeterminism);
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(result.nondeterminism->violation, (Violation{"toy", "only the first time"}));
  EXPECT_EQ(result.nondeterminism->message,
            "the schedule ends with toy: only the first time; the replay ends with no violation "
            "(stopped)");
}

TEST(SelfCheck, TakesEveryFailingScheduleAndEverySoManieth) {
  const HarnessInfo harness = ToyOf("fails", [](Scheduler& scheduler) {
    scheduler.Enable({}, 0, OptionKind::kMessage, [&scheduler] {
      if (scheduler.Choose({}, 2) == 1) scheduler.Fail("toy", "heads");
    });
  });
  const RunResult result =
      RunSchedules(harness, ParseStrategy("random"),
                   {.schedules = 100, .stop_at_first = false, .check_every = 1'000'000});
  const bool first_failed = result.failure->iteration == 0;
  EXPECT_EQ(result.totals.checked, result.totals.violations + (first_failed ? 0 : 1));
}

}  // namespace
}  // namespace systematic
