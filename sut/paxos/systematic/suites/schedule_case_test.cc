#include "sut/paxos/systematic/suites/schedule_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sut/paxos/systematic/harnesses.h"
#include "systematic/execution.h"
#include "systematic/strategies/random.h"
#include "xml/xml.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;
using systematic::Schedule;

HarnessInfo HarnessBy(const std::string& name) {
  const std::vector<HarnessInfo> all = Harnesses();
  return *std::ranges::find(all, name, &HarnessInfo::name);
}

Schedule RandomSchedule(const HarnessInfo& harness, std::uint64_t iteration) {
  systematic::RandomStrategy strategy({.seed = 1});
  strategy.Begin(iteration);
  systematic::Scheduler scheduler;
  const auto outcome = systematic::Execution::Run(harness, harness.bounds, strategy, scheduler);
  return systematic::ScheduleOf(harness, harness.bounds, {"random", 1, iteration, ""}, outcome,
                                scheduler);
}

/// The first case among those of random schedules whose text has `part`.
std::string FirstCaseWith(const std::string& harness, const std::string& part) {
  const HarnessInfo info = HarnessBy(harness);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const auto result = CaseOf(RandomSchedule(info, i));
    if (!result) return "";
    const std::string text = xml::Write(result->suite);
    if (text.find(part) != std::string::npos) return text;
  }
  return "";
}

/// The texts of the elements of that name.
std::vector<std::string> TextsOf(const std::string& suite, const std::string& name) {
  std::vector<std::string> texts;
  const std::string begin = "<" + name + ">";
  for (std::size_t at = suite.find(begin); at != std::string::npos;
       at = suite.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    texts.push_back(suite.substr(from, suite.find('<', from) - from));
  }
  return texts;
}

TEST(ScheduleCase, LeaderThatFailsIsFollowedByTheNext) {
  const std::string suite = FirstCaseWith("long", "<P2Failure>8080</P2Failure>");
  ASSERT_NE(suite, "");
  const std::vector<std::string> leaders = TextsOf(suite, "Leader");
  ASSERT_GE(leaders.size(), 2u);
  EXPECT_EQ(leaders[0], "8080");
  EXPECT_NE(leaders[1], "8080");
  EXPECT_EQ(TextsOf(suite, "FailurePhaseTwo"), std::vector<std::string>{"1"});
}

TEST(ScheduleCase, LeaderThatIsSuspectedThoughItLivesLeadsAgain) {
  const std::string suite = FirstCaseWith("replicas-3", "<FalseSuspicion>");
  ASSERT_NE(suite, "");
  EXPECT_EQ(TextsOf(suite, "Until").front(), "phase_two_quorum");
  const std::vector<std::string> leaders = TextsOf(suite, "Leader");
  EXPECT_EQ(leaders.front(), "8080");
  EXPECT_EQ(leaders.back(), "8080");
  EXPECT_GE(leaders.size(), 3u);
}

TEST(ScheduleCase, CrashIsAtAPointOfTheSuite) {
  const std::string suite = FirstCaseWith("long", "<Crash>");
  ASSERT_NE(suite, "");
  const std::vector<std::string> points = TextsOf(suite, "At");
  const std::set<std::string> known = {"promise", "vote", "phase_one_quorum", "phase_two_quorum",
                                       "phase_three_quorum"};
  for (const std::string& point : points) EXPECT_TRUE(known.contains(point)) << point;
}

TEST(ScheduleCase, NoCaseIsWithoutAQuorum) {
  const HarnessInfo harness = HarnessBy("replicas-2");
  for (std::uint64_t i = 0; i < 200; ++i) {
    const auto result = CaseOf(RandomSchedule(harness, i));
    ASSERT_TRUE(result);
    const std::string suite = xml::Write(result->suite);
    EXPECT_EQ(suite.find("<FalseSuspicion>"), std::string::npos) << i;
    EXPECT_EQ(TextsOf(suite, "Restart").size(), TextsOf(suite, "At").size()) << i;
  }
}

TEST(ScheduleCase, LostMessageIsADrop) {
  const std::string suite = FirstCaseWith("replicas-3", "<Message>accept</Message>");
  EXPECT_NE(suite.find("<From>808"), std::string::npos);
}

TEST(ScheduleCase, ServersAndQuorumAreThoseOfTheHarness) {
  const auto result = CaseOf(RandomSchedule(HarnessBy("replicas-4"), 0));
  ASSERT_TRUE(result);
  const xml::Element& configuration = *result->suite.FindChild("Configuration");
  EXPECT_EQ(configuration.FindChild("SystemSize")->text, "4");
  EXPECT_EQ(configuration.FindChild("QuorumSize")->text, "3");
}

TEST(ScheduleCase, WhatACaseCannotSayIsListed) {
  const HarnessInfo harness = HarnessBy("partitions");
  std::optional<ScheduleCase> result;
  for (std::uint64_t i = 0; i < 100; ++i) {
    result = CaseOf(RandomSchedule(harness, i));
    ASSERT_TRUE(result);
    const auto is_cut = [](const std::string& line) { return line.starts_with("links are cut"); };
    if (std::ranges::any_of(result->left_out, is_cut)) return;
  }
  ADD_FAILURE() << "no schedule cut a link";
}

TEST(ScheduleCase, SchedulesOfOtherWorldsAreNone) {
  for (const char* name : {"hostile", "detectors", "quorums-3-2-1"}) {
    EXPECT_FALSE(CaseOf(RandomSchedule(HarnessBy(name), 0))) << name;
  }
  Schedule foreign = RandomSchedule(HarnessBy("replicas-2"), 0);
  foreign.harness = "mail";
  EXPECT_FALSE(CaseOf(foreign));
}

TEST(ScheduleCase, EveryScheduleOfReplicasHasOne) {
  for (const char* name : {"replicas-2", "replicas-3", "replicas-5", "long", "partitions"}) {
    const HarnessInfo harness = HarnessBy(name);
    for (std::uint64_t i = 0; i < 50; ++i) {
      const auto result = CaseOf(RandomSchedule(harness, i));
      ASSERT_TRUE(result) << name << " " << i;
      EXPECT_FALSE(xml::WriteProblem(result->suite)) << name << " " << i;
    }
  }
}

}  // namespace
}  // namespace paxos
