// Minimised schedules replay strictly, to the byte of their files.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "systematic/minimisation/minimise.h"
#include "systematic/replay.h"
#include "systematic/schedule_file.h"
#include "systematic/testing/mail.h"
#include "systematic/testing/recorded.h"

namespace systematic {
namespace {

class Guarded : public Monitor {
 public:
  std::string_view name() const override { return "guarded"; }
  Heat heat() const override { return stolen ? Heat::kHot : Heat::kCold; }

  bool stolen = false;
};

/// A few walkers, and thieves of whom one is enough. Heal() locks the doors; `forever`: the walkers
/// go on for ever.
class Night : public Harness {
 public:
  explicit Night(bool forever) : forever_(forever) {}

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    scheduler.AddMonitor(&guarded_);
    walk_ = scheduler.Intern("walk");
    for (std::uint32_t walker = 0; walker < 4; ++walker) Walk(walker, 0);
    const Word steal = scheduler.Intern("steal");
    for (std::uint32_t thief = 0; thief < 3; ++thief) {
      scheduler.Enable({.kind = steal, .ordinal = thief}, 0, OptionKind::kFault,
                       [this] { guarded_.stolen = true; });
    }
  }
  void Heal() override { scheduler_->Observe(scheduler_->choices()); }

 private:
  void Walk(std::uint32_t walker, std::uint32_t steps) {
    if (!forever_ && steps == 6) return;
    scheduler_->Enable({.kind = walk_, .ordinal = 100 * steps + walker}, 0, OptionKind::kMessage,
                       [this, walker, steps] { Walk(walker, steps + 1); });
  }

  const bool forever_;
  Guarded guarded_;
  Scheduler* scheduler_ = nullptr;
  Word walk_ = 0;
};

/// What the file of the schedule is when it was run again, strictly.
std::string Again(const HarnessInfo& harness, const Schedule& schedule) {
  Scheduler scheduler;
  const StrictResult result = ReplayStrictly(harness, schedule, scheduler);
  if (result.difference) return result.difference->message;
  return WriteSchedule(
      ScheduleOf(harness, schedule.bounds,
                 {schedule.strategy, schedule.seed, schedule.iteration, schedule.build},
                 result.outcome, scheduler));
}

TEST(StrictReplayOfMinimised, HealsWhereTheScheduleDoes) {
  const HarnessInfo night =
      HarnessOf<Night>("night", "thieves", {.choices = 100, .heal_after = 12}, false);
  const Schedule schedule = Minimise(night, FailingSchedule(night, "guarded")).schedule;
  ASSERT_TRUE(schedule.healed_at);
  EXPECT_LT(*schedule.healed_at, 12u);
  EXPECT_EQ(Again(night, schedule), WriteSchedule(schedule));
}

TEST(StrictReplayOfMinimised, EndsWhereNobodyWantsTheFaultsThatAreLeft) {
  const HarnessInfo night =
      HarnessOf<Night>("night", "thieves", {.choices = 100, .heal_after = 12}, false);
  Schedule schedule = Minimise(night, FailingSchedule(night, "guarded")).schedule;
  ASSERT_TRUE(schedule.unwanted);
  EXPECT_EQ(ReadSchedule(WriteSchedule(schedule), "s"), schedule);
  ++*schedule.unwanted;  // others than are left
  EXPECT_EQ(Again(night, schedule),
            "the schedule ends with guarded: progress is owed, and nothing can happen any more; "
            "the replay ends with no violation (stopped)");
}

TEST(StrictReplayOfMinimised, IsAsHot) {
  const HarnessInfo night = HarnessOf<Night>(
      "night", "thieves", {.choices = 100, .heal_after = 12, .temperature = 30}, true);
  const Schedule schedule = Minimise(night, FailingSchedule(night, "guarded")).schedule;
  EXPECT_EQ(schedule.violation->message, "progress is owed, for 31 choices");
  EXPECT_EQ(Again(night, schedule), WriteSchedule(schedule));
}

TEST(StrictReplayOfMinimised, IsTheSameForMessagesAndValues) {
  for (const char* monitor : {"order", "delivered"}) {
    const HarnessInfo mail = MailHarness("mail", 5, true);
    const Schedule schedule = Minimise(mail, FailingSchedule(mail, monitor)).schedule;
    EXPECT_EQ(Again(mail, schedule), WriteSchedule(schedule)) << monitor;
  }
}

}  // namespace
}  // namespace systematic
