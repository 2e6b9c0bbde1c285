#include "systematic/replay.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "systematic/strategies/parse.h"
#include "systematic/testing/toys.h"
#include "systematic/testing/walkers.h"

namespace systematic {
namespace {

Schedule Record(const HarnessInfo& harness, const std::string& strategy,
                std::uint64_t iteration = 0) {
  const StrategyContext context{.seed = 6, .length = 10, .prefix = harness.bounds.choices};
  const auto made = ParseStrategy(strategy)(context);
  made->Begin(iteration);
  Scheduler scheduler;
  const Outcome outcome = Execution::Run(harness, harness.bounds, *made, scheduler);
  return ScheduleOf(harness, harness.bounds, {made->name(), 6, iteration, "test"}, outcome,
                    scheduler);
}

/// Names steps and values in another order when `again`, as another build might.
HarnessInfo Toy(bool again = false, std::uint32_t extra = 0) {
  return ToyOf("toy", [again, extra](Scheduler& scheduler) {
    if (again) scheduler.Intern("b");
    const auto order = std::make_shared<std::string>();
    const Word value = scheduler.Intern("value");
    for (const char* name : {"a", "b", "c"}) {
      const MachineId machine = scheduler.AddMachine(name);
      const Word to = scheduler.MachineName(machine);
      for (std::uint32_t i = 0; i < 2 + extra; ++i) {
        scheduler.Enable({.to = to, .ordinal = i}, machine, OptionKind::kMessage, [=, &scheduler] {
          *order += name;
          *order += std::to_string(scheduler.Choose({.kind = value, .to = to, .ordinal = i}, 3));
          scheduler.Observe(*order);
          if (order->ends_with("c2b1")) scheduler.Fail("order", *order);
        });
      }
    }
  });
}

Schedule Failing() {
  for (std::uint64_t i = 0;; ++i) {
    Schedule schedule = Record(Toy(), "random", i);
    if (schedule.violation && schedule.choices.size() > 6) return schedule;
  }
}

TEST(StrictReplay, MakesTheSameExecutionAgain) {
  for (const char* strategy : {"random", "pct:3", "pos", "delay:2", "dfs:2", "portfolio"}) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Schedule schedule = Record(Toy(), strategy, i);
      Scheduler scheduler;
      const StrictResult result = ReplayStrictly(Toy(), schedule, scheduler);
      EXPECT_FALSE(result.difference) << result.difference->message;
      EXPECT_EQ(ScheduleOf(Toy(), schedule.bounds, {schedule.strategy, 6, i, "test"},
                           result.outcome, scheduler),
                schedule);
    }
  }
}

TEST(StrictReplay, DoesNotMindHowNamesAreNumbered) {
  const Schedule schedule = Failing();
  Scheduler scheduler;
  // Options are sorted by the numbers of names: the indices differ, the keys do not.
  const StrictResult result = ReplayStrictly(Toy(true), schedule, scheduler);
  EXPECT_FALSE(result.difference) << result.difference->message;
  EXPECT_EQ(result.outcome.violation, schedule.violation);
}

TEST(StrictReplay, StopsWhereMoreIsEnabled) {
  const Schedule schedule = Record(WalkersOf({2, 1}, {}), "delay:0");
  Scheduler scheduler;
  const StrictResult result = ReplayStrictly(WalkersOf({2, 2}, {}), schedule, scheduler);
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->choice, 2u);
  EXPECT_EQ(result.difference->message,
            "choice 3: the schedule has walk m0 #1 of 1 options; enabled is walk m0 #1, walk m1 "
            "#1");
}

TEST(StrictReplay, SeesThatTheEndIsAnotherOne) {
  const Schedule schedule = Record(WalkersOf({2}, {}), "random");
  Scheduler scheduler;
  const StrictResult longer = ReplayStrictly(WalkersOf({3}, {}), schedule, scheduler);
  ASSERT_TRUE(longer.difference);
  EXPECT_EQ(longer.difference->message,
            "the schedule ends with no violation (quiescent); the replay ends with no violation "
            "(stopped)");
  const HarnessInfo fails = WalkersOf({2}, [](Scheduler& s, const Order&) { s.Fail("m", "x"); });
  const StrictResult failing = ReplayStrictly(fails, schedule, scheduler);
  ASSERT_TRUE(failing.difference);
  EXPECT_EQ(failing.difference->message,
            "the schedule ends with no violation (quiescent); the replay ends with m: x");
}

TEST(StrictReplay, SeesThatSomethingElseWasObserved) {
  const auto observing = [](std::uint64_t value) {
    return WalkersOf({2}, [value](Scheduler& s, const Order&) { s.Observe(value); });
  };
  const Schedule schedule = Record(observing(1), "random");
  Scheduler scheduler;
  const StrictResult result = ReplayStrictly(observing(2), schedule, scheduler);
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->message, "all choices are the same, but what was observed is not");
}

TEST(LenientReplay, SkipsWhatIsNotEnabledAndKeepsItsValues) {
  Schedule schedule = Failing();
  const auto violation = schedule.violation;
  // A step that there is not, first, and all before the last two steps gone.
  const std::vector<ScheduledChoice> all = schedule.choices;
  schedule.choices.assign(all.end() - 4, all.end());
  ScheduledChoice unknown = all[0];
  unknown.key.ordinal = 99;
  schedule.choices.insert(schedule.choices.begin(), unknown);
  Scheduler scheduler;
  const Outcome outcome = ReplayLeniently(Toy(), schedule, scheduler);
  ASSERT_TRUE(outcome.violation);
  EXPECT_EQ(outcome.violation->message, "c2b1");
  EXPECT_EQ(outcome.choices, 4u);
}

TEST(LenientReplay, GoesOnWithTheOldestThatIsNoFault) {
  std::string order;
  const HarnessInfo harness = ToyOf("faulty", [&order](Scheduler& scheduler) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      // Keys in the opposite order, so that age and key differ.
      scheduler.Enable({.ordinal = 9 - i}, 0, i == 1 ? OptionKind::kFault : OptionKind::kMessage,
                       [&order, i] { order += std::to_string(i); });
    }
  });
  Schedule nothing;
  Scheduler scheduler;
  const Outcome outcome = ReplayLeniently(harness, nothing, scheduler);
  EXPECT_EQ(order, "023");
  EXPECT_EQ(outcome.end, End::kQuiescent);
}

/// Heals when it is told, and says when.
class Healing : public Harness {
 public:
  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    for (std::uint32_t i = 0; i < 30; ++i) {
      scheduler.Enable({.ordinal = i}, 0, OptionKind::kMessage, [] {});
    }
  }
  void Heal() override { scheduler_->Observe(scheduler_->choices()); }

 private:
  Scheduler* scheduler_ = nullptr;
};

TEST(LenientReplay, HealsWhereTheScheduleDoes) {
  HarnessInfo harness;
  harness.bounds.heal_after = 20;
  harness.make = [] { return std::make_unique<Healing>(); };
  Schedule schedule = Record(harness, "random");
  ASSERT_EQ(schedule.healed_at, 20u);
  schedule.choices.erase(schedule.choices.begin(), schedule.choices.begin() + 5);
  *schedule.healed_at -= 5;
  Scheduler scheduler;
  const Outcome outcome = ReplayLeniently(harness, schedule, scheduler);
  EXPECT_EQ(outcome.healed_at, 15u);
  EXPECT_EQ(outcome.choices, 30u);
}

TEST(Replay, SaysWhyAScheduleIsNotOfAHarness) {
  Schedule schedule = Record(Toy(), "random");
  EXPECT_EQ(WhyNotOf(Toy(), schedule), std::nullopt);
  HarnessInfo other = Toy();
  other.parameters = {{"replicas", "3"}};
  EXPECT_EQ(WhyNotOf(other, schedule), "its parameters are not those of the harness toy");
  other.name = "register";
  EXPECT_EQ(WhyNotOf(other, schedule), "it is a schedule of toy, not of register");
}

}  // namespace
}  // namespace systematic
