#include "systematic/minimisation/minimise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "systematic/report/recording.h"
#include "systematic/testing/mail.h"
#include "systematic/testing/recorded.h"

namespace systematic {
namespace {

std::vector<std::string> TextsOf(const HarnessInfo& harness, const Schedule& schedule) {
  std::vector<std::string> texts;
  for (const RecordedChoice& choice : Record(harness, schedule).choices) {
    texts.push_back(choice.text);
  }
  return texts;
}

TEST(Minimise, LeavesOutFaultsAndPicksThatDoNotMatter) {
  const HarnessInfo harness = MailHarness("mail", 4, true);
  const Minimised result = Minimise(harness, FailingSchedule(harness, "order"));
  EXPECT_TRUE(result.failed_again);
  EXPECT_TRUE(result.one_minimal);
  EXPECT_EQ(result.faults, 0u);
  EXPECT_EQ(
      TextsOf(harness, result.schedule),
      (std::vector<std::string>{
          "send ann #0", "priority ann>bob Letter #0: 0 of 3", "send ann #1",
          "priority ann>bob Letter #1: 0 of 3", "send ann #2", "priority ann>bob Letter #2: 0 of 3",
          "send ann #3", "priority ann>bob Letter #3: 2 of 3", "deliver ann>bob Letter #3"}));
}

TEST(Minimise, KeepsTheMonitorAndTheOneFaultThatItNeeds) {
  const HarnessInfo harness = MailHarness("mail", 6, true);
  const Minimised result = Minimise(harness, FailingSchedule(harness, "delivered"));
  ASSERT_TRUE(result.schedule.violation);
  EXPECT_EQ(result.schedule.violation->monitor, "delivered");
  EXPECT_EQ(result.faults, 1u);
  EXPECT_TRUE(result.one_minimal);
  EXPECT_EQ(result.schedule.violation->message,
            "1 letters have not arrived, and nothing can happen any more");
}

TEST(Minimise, GivesAScheduleThatRunsAgainAsItIs) {
  for (const char* monitor : {"order", "delivered"}) {
    const HarnessInfo harness = MailHarness("mail", 5, true);
    const Minimised result = Minimise(harness, FailingSchedule(harness, monitor));
    EXPECT_EQ(Record(harness, result.schedule).difference, "");
  }
}

TEST(Minimise, EndsWhenItsReplaysAreUsedUp) {
  const HarnessInfo harness = MailHarness("mail", 30, true);
  const Schedule schedule = FailingSchedule(harness, "delivered");
  const Minimised result = Minimise(harness, schedule, {.replays = 3});
  EXPECT_EQ(result.replays, 3u);
  EXPECT_FALSE(result.one_minimal);
  EXPECT_EQ(result.schedule.violation->monitor, "delivered");
}

TEST(Minimise, SaysThatAScheduleDoesNotFail) {
  Schedule schedule = FailingSchedule(MailHarness("mail", 4, true), "delivered");
  const Minimised result = Minimise(MailHarness("mail", 4, false), schedule);
  EXPECT_FALSE(result.failed_again);
  EXPECT_EQ(result.schedule, schedule);
}

}  // namespace
}  // namespace systematic
