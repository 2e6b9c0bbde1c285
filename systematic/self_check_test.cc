#include "systematic/self_check.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"
#include "systematic/testing/planted.h"
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

/// Whether it shows when what is observed is a value of this kind.
bool Catches(std::uint64_t (*value)()) {
  const RunResult result = RunWith([value](Scheduler& scheduler) { scheduler.Observe(value()); });
  if (!result.nondeterminism) return false;
  EXPECT_EQ(result.nondeterminism->message, "what was observed before choice 3 was not the same");
  return true;
}

TEST(SelfCheck, CatchesRand) { EXPECT_TRUE(Catches(planted::Rand)); }

TEST(SelfCheck, CatchesAClock) { EXPECT_TRUE(Catches(planted::Clock)); }

TEST(SelfCheck, CatchesTheOrderOfPointers) {
  if (kPointersKeepTheirOrder) GTEST_SKIP() << "ASan hands out addresses in order";
  EXPECT_TRUE(Catches(planted::OrderOfPointers));
}

TEST(SelfCheck, CatchesTheOrderOfAnUnorderedMap) {
  if (kPointersKeepTheirOrder) GTEST_SKIP() << "ASan hands out addresses in order";
  EXPECT_TRUE(Catches(planted::OrderOfAnUnorderedMap));
}

TEST(SelfCheck, CatchesAThread) { EXPECT_TRUE(Catches(planted::Thread)); }

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
