// The program as its users have it: a process, its output, its files, its exit code.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "systematic/program/program_testing.h"
#include "systematic/schedule_file.h"
#include "trace/trace_file.h"
#include "xml/xml.h"

namespace systematic {
namespace {

TEST_F(ProgramTest, ListsItsHarnesses) {
  const Ended ended = Run("--list-tests");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.output, "mail  letters from ann to bob\ncalm  letters from ann to bob\n");
  const auto json = nlohmann::json::parse(Run("--list-tests --json --test calm").output);
  EXPECT_EQ(json.at(0).at("name"), "calm");
  EXPECT_EQ(json.size(), 1u);
}

TEST_F(ProgramTest, EndsWith0WhenNothingIsFound) {
  const Ended ended = Run("--test calm --schedules 50");
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_TRUE(ended.output.starts_with("calm: clean, 50 schedules in ")) << ended.output;
  EXPECT_FALSE(Has("calm.schedule"));
}

TEST_F(ProgramTest, LeavesAScheduleThatRunsAgain) {
  const Ended ended = Run("--test mail --strategy random");
  EXPECT_EQ(ended.code, 1) << ended.output;
  EXPECT_NE(ended.output.find("  wrote ./mail.schedule\n"), std::string::npos) << ended.output;
  const Schedule schedule = ReadSchedule(File("mail.schedule"), "mail.schedule");
  ASSERT_TRUE(schedule.violation);
  EXPECT_EQ(trace::Parse(File("mail.trace.json"), "t").size(), 1u);
  EXPECT_TRUE(File("mail.html").starts_with("<!DOCTYPE html>"));
  const Ended again = Run("--replay mail.schedule");
  EXPECT_EQ(again.code, 1);
  EXPECT_NE(again.output.find(schedule.violation->monitor + ": " + schedule.violation->message),
            std::string::npos);
  EXPECT_EQ(again.output.find("not as it was recorded"), std::string::npos) << again.output;
}

TEST_F(ProgramTest, MinimisesWhatItReplays) {
  Run("--test mail --strategy random --seed 5");
  const Schedule before = ReadSchedule(File("mail.schedule"), "mail.schedule");
  const Ended ended = Run("--replay mail.schedule --minimize");
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.output.find("; none can be left out\n"), std::string::npos) << ended.output;
  const Schedule after = ReadSchedule(File("mail.schedule"), "mail.schedule");
  EXPECT_LE(after.choices.size(), before.choices.size());
  EXPECT_EQ(after.violation->monitor, before.violation->monitor);
  EXPECT_EQ(Run("--replay mail.schedule").code, 1);
}

TEST_F(ProgramTest, FindsTheSameWithAnyNumberOfWorkers) {
  Run("--test mail --seed 3");
  const std::string one = File("mail.schedule");
  Run("--test mail --seed 3 --workers 4");
  EXPECT_EQ(File("mail.schedule"), one);
}

TEST_F(ProgramTest, CountsWhatWasCovered) {
  const auto json =
      nlohmann::json::parse(Run("--test calm --schedules 20 --coverage --json --workers 2").output);
  const auto& coverage = json.at("harnesses").at(0).at("coverage");
  EXPECT_EQ(coverage.at("events").at("deliver ann>bob Letter"), 20);
  EXPECT_EQ(coverage.at("curve").back(),
            nlohmann::json::parse(
                R"({"executions": 20, "events": 3, "pairs": 3, "sets": 3, "states": 6})"));
}

TEST_F(ProgramTest, SharesTheSchedulesOut) {
  const auto schedules = [this](const std::string& shard) {
    const std::string words = "--test calm --json --schedules 10 --shard " + shard;
    return nlohmann::json::parse(Run(words).output)
        .at("harnesses")
        .at(0)
        .at("schedules")
        .get<int>();
  };
  EXPECT_EQ(schedules("1/3"), 4);
  EXPECT_EQ(schedules("2/3"), 3);
  EXPECT_EQ(schedules("3/3"), 3);
}

TEST_F(ProgramTest, FailFastLeavesTheOtherHarnessesOut) {
  const auto harnesses = [this](const std::string& words) {
    const Ended ended = Run("--json " + words);
    EXPECT_EQ(ended.code, 1) << ended.output;
    return nlohmann::json::parse(ended.output).at("harnesses").size();
  };
  EXPECT_EQ(harnesses(""), 2u);
  EXPECT_EQ(harnesses("--fail-fast"), 1u);
}

TEST_F(ProgramTest, ReportsTheOnlySchedule) {
  const Ended ended = Run("--test calm --iteration 7");
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_NE(ended.output.find("\n  no violation\n"), std::string::npos) << ended.output;
  EXPECT_NE(ended.output.find("  wrote ./calm.html\n"), std::string::npos) << ended.output;
  const Schedule schedule = ReadSchedule(File("calm.schedule"), "calm.schedule");
  EXPECT_EQ(schedule.iteration, 7u);
  EXPECT_FALSE(schedule.violation);
  const Ended again = Run("--replay calm.schedule");
  EXPECT_EQ(again.code, 0) << again.output;
  EXPECT_NE(again.output.find("\n  no violation\n"), std::string::npos) << again.output;
  const auto json = nlohmann::json::parse(Run("--test calm --iteration 7 --json").output);
  EXPECT_TRUE(json.at("harnesses").at(0).at("violation").is_null());
  EXPECT_EQ(json.at("harnesses").at(0).at("files").size(), 3u);
}

TEST_F(ProgramTest, WritesJUnit) {
  EXPECT_EQ(Run("--junit results.xml").code, 1);
  const xml::Element root = xml::Parse(File("results.xml"), "results.xml");
  EXPECT_EQ(root.name, "testsuites");
  const auto& cases = root.children.at(0).children;
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].children.at(0).name, "failure");
  EXPECT_TRUE(cases[1].children.empty());
}

TEST_F(ProgramTest, EndsWith0WhenItsTimeIsUpAnd3WhenSchedulesAreMissing) {
  EXPECT_EQ(Run("--test calm --seconds 0.05").code, 0);
  EXPECT_EQ(Run("--test calm --seconds 0.05 --schedules 1000000000").code, 3);
}

TEST_F(ProgramTest, SaysWhatIsWrongWithACall) {
  const std::string name = "systematic_mail: ";
  const auto refused = [this, &name](const std::string& words, const std::string& message) {
    const Ended ended = Run(words);
    EXPECT_EQ(ended.code, 2) << words;
    EXPECT_EQ(ended.output, name + message + "\n") << words;
  };
  const std::string help = "\nTry: systematic_mail --help";
  refused("--test clam", "--test: there is no harness 'clam'; did you mean calm?");
  refused("--strategy radnom", "--strategy: there is no strategy 'radnom'; did you mean random?");
  refused("--shard 3/2",
          "--shard: '3/2' is no share: write I/N, with I from 1 to N, as in 2/4" + help);
  refused("--wokers 2", "unknown option --wokers; did you mean --workers?" + help);
  refused("--output nowhere", "--output: there is no folder 'nowhere'");
  refused("--replay x --seconds 1",
          "--replay runs one schedule: leave out --schedules, --seconds and --iteration" + help);
  EXPECT_EQ(Run("--replay no.schedule").code, 2);
}

TEST_F(ProgramTest, RefusesAScheduleOfAnotherHarness) {
  Run("--test mail");
  std::string text = File("mail.schedule");
  text.replace(text.find("harness mail"), 12, "harness post");
  folder_.Write("mail.schedule", text);
  const Ended ended = Run("--replay mail.schedule");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.output,
            "systematic_mail: mail.schedule: it is a schedule of post, which is no harness of "
            "this program\n");
}

TEST_F(ProgramTest, TeachesInItsHelp) {
  const Ended ended = Run("--help");
  EXPECT_EQ(ended.code, 0);
  for (const char* part : {"Strategies:", "fair-pct", "Examples:", "Exit codes: 0 nothing was"}) {
    EXPECT_NE(ended.output.find(part), std::string::npos) << part << '\n' << ended.output;
  }
}

}  // namespace
}  // namespace systematic
