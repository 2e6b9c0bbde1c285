// What strategies say of machines that never stop: nothing under those that are not fair.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace systematic {
namespace {

constexpr Bounds kBounds{.choices = 200, .heal_after = 20};

class Waiting : public Monitor {
 public:
  std::string_view name() const override { return "progress"; }
  Heat heat() const override { return heat_; }
  void Set(Heat heat) { heat_ = heat; }

 private:
  Heat heat_ = Heat::kHot;
};

/// A machine that ticks for ever, and another one that makes progress with each of its steps; or
/// only takes steps, which is a bug.
class Ticking : public Harness {
 public:
  explicit Ticking(bool progress) : progress_(progress) {}
  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    scheduler.AddMonitor(&waiting_);
    for (const char* name : {"loop", "worker"}) Tick(scheduler.AddMachine(name), 0);
  }

 private:
  void Tick(MachineId machine, std::uint32_t i) {
    scheduler_->Enable({.to = scheduler_->MachineName(machine), .ordinal = i}, machine,
                       OptionKind::kMessage, [this, machine, i] {
                         if (progress_ && machine == 2) waiting_.Set(Heat::kCold);
                         if (progress_ && machine == 1) waiting_.Set(Heat::kHot);
                         Tick(machine, i + 1);
                       });
  }

  bool progress_;
  Waiting waiting_;
  Scheduler* scheduler_ = nullptr;
};

RunResult RunTicking(bool progress, const std::string& strategy) {
  HarnessInfo info;
  info.name = "ticking";
  info.bounds = kBounds;
  info.make = [progress] { return std::make_unique<Ticking>(progress); };
  return RunSchedules(info, ParseStrategy(strategy), {.schedules = 100, .length = 100});
}

class UnfairTest : public testing::TestWithParam<const char*> {};
class FairTest : public testing::TestWithParam<const char*> {};

TEST_P(UnfairTest, NeverReportsALoop) {
  for (const bool progress : {false, true}) {
    const RunResult result = RunTicking(progress, GetParam());
    EXPECT_FALSE(result.failure);
    EXPECT_EQ(result.totals.cut_off, 100u);
    EXPECT_EQ(result.totals.longest, kBounds.choices);
  }
}

TEST_P(FairTest, ReportsALoopThatMakesNoProgress) {
  const RunResult result = RunTicking(false, GetParam());
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->iteration, 0u);
  EXPECT_EQ(result.failure->violation.monitor, "progress");
}

TEST_P(FairTest, DoesNotReportALoopBesideProgress) {
  const RunResult result = RunTicking(true, GetParam());
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(result.totals.cut_off, 100u);
  EXPECT_EQ(result.totals.longest, kBounds.choices * kBounds.fair_factor);
}

INSTANTIATE_TEST_SUITE_P(Strategies, UnfairTest,
                         testing::Values("pct:1", "pct:3", "pctcp:3", "delay:2"));
INSTANTIATE_TEST_SUITE_P(Strategies, FairTest,
                         testing::Values("random", "probabilistic:3", "fair-pct:3", "pos"));

}  // namespace
}  // namespace systematic
