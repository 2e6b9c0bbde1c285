#include "systematic/execution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "systematic/errors.h"
#include "systematic/strategies/random.h"
#include "systematic/testing/toys.h"
#include "systematic/testing/walkers.h"

namespace systematic {
namespace {

using ::testing::ElementsAre;

Outcome RunOnce(const HarnessInfo& harness, const Bounds& bounds, Scheduler& scheduler,
                bool recording = false) {
  RandomStrategy strategy({.seed = 3});
  strategy.Begin(0);
  return Execution::Run(harness, bounds, strategy, scheduler, recording);
}

Outcome RunOnce(const HarnessInfo& harness, const Bounds& bounds = {}) {
  Scheduler scheduler;
  return RunOnce(harness, bounds, scheduler);
}

class SwitchedMonitor : public Monitor {
 public:
  explicit SwitchedMonitor(Heat heat) : heat_(heat) {}
  std::string_view name() const override { return "answered"; }
  Heat heat() const override { return heat_; }
  std::string owed() const override { return "client 1 waits for an answer"; }
  void Set(Heat heat) { heat_ = heat; }

 private:
  Heat heat_;
};

/// One machine that is enabled for ever; `each` is called with the number of the step.
class Loop : public Harness {
 public:
  Loop(Heat heat, std::function<void(Loop&, std::uint32_t)> each)
      : monitor_(heat), each_(std::move(each)) {}
  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    kind_ = scheduler.Intern("tick");
    machine_ = scheduler.AddMachine("loop");
    scheduler.AddMonitor(&monitor_);
    Tick(0);
  }
  void Heal() override { healed_at_ = scheduler_->choices(); }

  SwitchedMonitor& monitor() { return monitor_; }
  Scheduler& scheduler() { return *scheduler_; }
  std::uint64_t healed_at() const { return healed_at_; }

 private:
  void Tick(std::uint32_t i) {
    scheduler_->Enable({.kind = kind_, .ordinal = i}, machine_, OptionKind::kTimer, [this, i] {
      if (each_) each_(*this, i);
      Tick(i + 1);
    });
  }

  SwitchedMonitor monitor_;
  std::function<void(Loop&, std::uint32_t)> each_;
  Scheduler* scheduler_ = nullptr;
  Word kind_ = 0;
  MachineId machine_ = 0;
  std::uint64_t healed_at_ = 0;
};

HarnessInfo LoopOf(Heat heat, const std::function<void(Loop&, std::uint32_t)>& each = {}) {
  HarnessInfo info;
  info.name = "loop";
  info.make = [heat, each] { return std::make_unique<Loop>(heat, each); };
  return info;
}

TEST(Execution, RunsEveryStepUntilNothingIsEnabled) {
  std::vector<int> steps(3);
  const HarnessInfo walkers = WalkersOf({5, 3, 2}, [&steps](Scheduler&, const Order& order) {
    for (const std::size_t machine : order) ++steps[machine];
  });
  const Outcome outcome = RunOnce(walkers);
  EXPECT_EQ(outcome.end, End::kQuiescent);
  EXPECT_EQ(outcome.choices, 10u);
  EXPECT_THAT(steps, ElementsAre(5, 3, 2));
}

TEST(Execution, IsCutOffAtTenTimesItsBoundWhenTheStrategyIsFair) {
  const Outcome outcome = RunOnce(LoopOf(Heat::kCold), {.choices = 50});
  EXPECT_EQ(outcome.end, End::kCutOff);
  EXPECT_EQ(outcome.choices, 500u);
  EXPECT_EQ(outcome.violation, std::nullopt);
}

TEST(Execution, HealsAfterSoManyChoices) {
  std::uint64_t healed_at = 0;
  const auto remember = [&healed_at](Loop& loop, std::uint32_t) { healed_at = loop.healed_at(); };
  const Outcome outcome = RunOnce(LoopOf(Heat::kCold, remember), {.choices = 50, .heal_after = 20});
  EXPECT_EQ(healed_at, 20u);
  EXPECT_EQ(outcome.healed_at, 20u);
}

TEST(Execution, AMonitorThatStaysHotIsAViolation) {
  const Outcome outcome = RunOnce(LoopOf(Heat::kHot), {.choices = 100, .heal_after = 20});
  EXPECT_EQ(outcome.end, End::kViolation);
  EXPECT_EQ(outcome.violation,
            (Violation{"answered", "client 1 waits for an answer, for 501 choices"}));
  EXPECT_EQ(outcome.choices, 521u);
}

TEST(Execution, ColdEndsAWaitAndWarmDoesNot) {
  const auto end_with = [](Heat heat) {
    const auto each = [heat](Loop& loop, std::uint32_t i) {
      loop.monitor().Set(i % 100 == 99 ? heat : Heat::kHot);
    };
    return RunOnce(LoopOf(Heat::kHot, each), {.choices = 100, .temperature = 200}).end;
  };
  EXPECT_EQ(end_with(Heat::kCold), End::kCutOff);
  EXPECT_EQ(end_with(Heat::kWarm), End::kViolation);
}

TEST(Execution, NothingEnabledAndAMonitorHotIsAViolation) {
  const auto monitor = std::make_shared<SwitchedMonitor>(Heat::kHot);
  const Outcome outcome = RunOnce(
      ToyOf("stuck", [monitor](Scheduler& scheduler) { scheduler.AddMonitor(monitor.get()); }));
  EXPECT_EQ(
      outcome.violation,
      (Violation{"answered", "client 1 waits for an answer, and nothing can happen any more"}));
}

TEST(Execution, EndsAfterTheStepThatFails) {
  const auto fail = [](Loop& loop, std::uint32_t i) {
    if (i != 6) return;
    loop.scheduler().Fail(loop.monitor(), "first");
    loop.scheduler().Fail(loop.monitor(), "second");
  };
  const Outcome outcome = RunOnce(LoopOf(Heat::kCold, fail));
  EXPECT_EQ(outcome.end, End::kViolation);
  EXPECT_EQ(outcome.choices, 7u);
  EXPECT_EQ(outcome.violation, (Violation{"answered", "first"}));
}

TEST(Execution, AnExceptionIsAViolation) {
  const auto raise = [](Loop&, std::uint32_t) { throw std::runtime_error("no such thing"); };
  EXPECT_EQ(RunOnce(LoopOf(Heat::kCold, raise)).violation,
            (Violation{"exception", "no such thing"}));
}

TEST(Execution, AKeyEnabledTwiceIsTheHarnessesError) {
  const HarnessInfo twice = ToyOf("twice", [](Scheduler& scheduler) {
    const MachineId machine = scheduler.AddMachine("r1");
    const Key key{.kind = scheduler.Intern("deliver"),
                  .from = scheduler.Intern("c"),
                  .to = scheduler.MachineName(machine),
                  .what = scheduler.Intern("Ask"),
                  .life = 2,
                  .ordinal = 4};
    scheduler.Enable(key, machine, OptionKind::kMessage, [] {});
    scheduler.Enable(key, machine, OptionKind::kMessage, [] {});
  });
  try {
    RunOnce(twice);
    FAIL();
  } catch (const HarnessError& error) {
    EXPECT_STREQ(error.what(), "enabled twice: deliver c>r1 Ask ~2 #4");
  }
}

TEST(Execution, LogsWhatWasEnabledBeforeEachChoice) {
  const HarnessInfo toy = ToyOf("toy", [](Scheduler& scheduler) {
    const Word kind = scheduler.Intern("go");
    for (std::uint32_t i = 0; i < 3; ++i) {
      scheduler.Enable(
          {.kind = kind, .ordinal = i}, 0, OptionKind::kControl, [&scheduler, kind, i] {
            scheduler.Disable({.kind = kind, .ordinal = (i + 1) % 3});
            scheduler.Choose({.kind = kind, .ordinal = 7}, 5);
            if (i < 3)
              scheduler.Enable({.kind = kind, .ordinal = 10 + i}, 0, OptionKind::kControl, [] {});
          });
    }
  });
  Scheduler scheduler;
  RunOnce(toy, {}, scheduler);
  const ChoiceLog& log = scheduler.log();
  ASSERT_GE(log.choices().size(), 2u);
  EXPECT_EQ(log.EnabledBefore(0).size(), 3u);
  const Choice& first = log.choices()[0];
  EXPECT_TRUE(first.is_step);
  EXPECT_EQ(first.n, 3u);
  const Choice& second = log.choices()[1];
  EXPECT_FALSE(second.is_step);
  EXPECT_EQ(second.n, 5u);
  EXPECT_EQ(log.EnabledBefore(1).size(), 1u);
  for (std::size_t i = 0; i < log.choices().size(); ++i) {
    std::uint64_t hash = 0;
    for (const Key& key : log.EnabledBefore(i)) hash += scheduler.names().HashOf(key);
    EXPECT_EQ(log.choices()[i].enabled, hash) << i;
  }
  EXPECT_TRUE(log.EnabledBefore(log.choices().size()).empty());
}

TEST(Execution, KeepsNotesOnlyWhenRecording) {
  const auto note = [](Loop& loop, std::uint32_t i) {
    loop.scheduler().Note("tick " + std::to_string(i));
  };
  Scheduler scheduler;
  RunOnce(LoopOf(Heat::kCold, note), {.choices = 1}, scheduler);
  EXPECT_TRUE(scheduler.notes().empty());
  RunOnce(LoopOf(Heat::kCold, note), {.choices = 1}, scheduler, true);
  ASSERT_EQ(scheduler.notes().size(), 10u);
  EXPECT_EQ(scheduler.notes()[1].text, "tick 1");
  EXPECT_EQ(scheduler.notes()[1].choice, 2u);
}

TEST(Execution, DestroysStepsBeforeTheHarnessWhichMayStillCallTheScheduler) {
  struct Late {
    explicit Late(Scheduler& s) : scheduler(s) {}
    ~Late() {
      scheduler.Enable({.ordinal = 77}, 0, OptionKind::kControl, [] {});
      scheduler.Disable({.ordinal = 1});
      EXPECT_EQ(scheduler.Choose({}, 9), 0u);
    }
    Scheduler& scheduler;
  };
  int alive_at_end = -1;
  class Dying : public Harness {
   public:
    explicit Dying(int& alive_at_end) : alive_at_end_(alive_at_end) {}
    ~Dying() override { alive_at_end_ = static_cast<int>(held_.use_count()); }
    void Start(Scheduler& scheduler) override {
      held_ = std::make_shared<Late>(scheduler);
      for (std::uint32_t i = 0; i < 5; ++i) {
        scheduler.Enable({.ordinal = i}, 0, OptionKind::kControl,
                         [held = held_, late = std::make_shared<Late>(scheduler)] {});
      }
      scheduler.Fail("toy", "at once");
    }

   private:
    int& alive_at_end_;
    std::shared_ptr<Late> held_;
  };
  HarnessInfo info;
  info.make = [&alive_at_end] { return std::make_unique<Dying>(alive_at_end); };
  EXPECT_EQ(RunOnce(info).violation, (Violation{"toy", "at once"}));
  EXPECT_EQ(alive_at_end, 1);
}

}  // namespace
}  // namespace systematic
