#include "adapter/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "adapter/coverage/coverage.h"
#include "adapter/systems/built_in.h"
#include "adapter/systems/external/external_system.h"
#include "adapter/systems/testing/typed_suite.h"
#include "base/temporary_folder.h"
#include "xml/xml.h"

namespace adapter {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

struct Call {
  int code = 0;
  std::string out;
  std::string err;
};

Call RunAdapter(const std::vector<std::string>& arguments, bool progress = false) {
  std::ostringstream out;
  std::ostringstream err;
  Call call;
  call.code = RunProgram(arguments, BuiltInSystems(), MakeExternalSystem, {out, err, progress});
  call.out = out.str();
  call.err = err.str();
  return call;
}

cases::Suite SystemSuite(std::vector<cases::SystemCase> cases) {
  cases::Suite suite;
  suite.name = "system";
  suite.kind = "system";
  suite.configuration = {3, 2, {8080, 8081, 8082}, 1, 1};
  for (cases::SystemCase& test : cases) {
    suite.cases.push_back({std::to_string(suite.cases.size() + 1), std::move(test), 0});
  }
  return suite;
}

const cases::SystemCase kGood = {{"M1"}, {}, {}, {8080}, {"M1"}};
const cases::SystemCase kWrong = {{"M1"}, {}, {}, {8081}, {"M1"}};

class ProgramTest : public ::testing::Test {
 protected:
  std::string Write(const cases::Suite& suite) {
    return folder_.Write("system.xml", cases::WriteSuite(suite));
  }
  base::TemporaryFolder folder_;
};

TEST_F(ProgramTest, PassesWithCodeZero) {
  const std::string file = Write(SystemSuite({kGood, kGood}));
  const Call call = RunAdapter({"run", file});
  EXPECT_EQ(call.code, 0);
  EXPECT_EQ(call.err, "");
  EXPECT_THAT(call.out, MatchesRegex("PASS " + file +
                                     ": 2 passed \\(median [0-9.]+ ms\\)\n"
                                     "PASS: 2 passed of 2 \\(transport tcp, seed 1\\)\n"));
}

TEST_F(ProgramTest, FailsWithCodeOneAndACommandThatRepeatsIt) {
  const std::string file = Write(SystemSuite({kGood, kWrong}));
  const Call call = RunAdapter({"run", file, "--seed", "7", "--transport", "inproc"});
  EXPECT_EQ(call.code, 1);
  EXPECT_THAT(call.out, HasSubstr("  fail system#2: leaders: expected 8081, observed 8080; rerun: "
                                  "adapter run " +
                                  file +
                                  " --filter '^system#2$' --seed 7 "
                                  "--transport inproc --timeout 10s\n"));
  const Call again = RunAdapter({"run", file, "--filter", "^system#2$", "--seed", "7"});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.out, HasSubstr("1 failed of 1"));
}

TEST_F(ProgramTest, IsInconclusiveWithCodeThree) {
  // The others come back when all have learned: until then there is no quorum, and the leader goes
  // on trying.
  cases::SystemCase restless = kGood;
  for (const cases::ServerId server : {8081, 8082}) {
    restless.faults.push_back({.kind = cases::FaultKind::kCrash,
                               .servers = {server},
                               .at = cases::FailurePoint::kStart,
                               .restart = cases::Restart::kDecided});
  }
  const Call call = RunAdapter({"run", Write(SystemSuite({restless})), "--timeout", "1ms"});
  EXPECT_EQ(call.code, 3);
  EXPECT_THAT(call.out, HasSubstr("  inconclusive system#1: after 1ms still waiting for "));
}

TEST_F(ProgramTest, PrintsJson) {
  const std::string file = Write(SystemSuite({kGood, kWrong}));
  const Call call = RunAdapter({"run", file, "--json", "--seed", "3"});
  EXPECT_EQ(call.code, 1);
  const auto json = nlohmann::json::parse(call.out);
  EXPECT_EQ(json["passed"], 1);
  EXPECT_EQ(json["failed"], 1);
  EXPECT_EQ(json["seed"], 3);
  EXPECT_EQ(json["cases"][1]["detail"], "leaders: expected 8081, observed 8080");
}

TEST_F(ProgramTest, WritesJUnit) {
  const std::string file = Write(SystemSuite({kGood, kWrong}));
  const std::string junit = folder_ / "junit.xml";
  EXPECT_EQ(RunAdapter({"run", file, "--junit", junit}).code, 1);
  EXPECT_EQ(xml::ParseFile(junit).FindAttribute("failures")->value, "1");
}

TEST_F(ProgramTest, AJUnitFileThatCannotBeWrittenIsAnErrorBeforeAnyCaseRuns) {
  const std::string file = Write(SystemSuite({kGood}));
  const Call call = RunAdapter({"run", file, "--junit", "/nowhere/junit.xml"});
  EXPECT_EQ(call.code, 2);
  EXPECT_EQ(call.out, "");
  EXPECT_EQ(call.err, "adapter: --junit /nowhere/junit.xml: the folder /nowhere does not exist\n");
}

TEST_F(ProgramTest, ReportsInSuiteOrderForAnyNumberOfJobs) {
  const std::string file = Write(SystemSuite({kGood, kWrong, kGood, kWrong}));
  const auto verdicts = [&](const char* jobs) {
    std::string text;
    const Call call = RunAdapter({"run", file, "--json", "--jobs", jobs, "--repeat", "3"});
    const auto json = nlohmann::json::parse(call.out);
    for (const auto& result : json["cases"]) {
      text += result["id"].get<std::string>() + result["verdict"].get<std::string>() + ' ';
    }
    return text;
  };
  EXPECT_EQ(verdicts("1"), verdicts("4"));
  EXPECT_THAT(verdicts("4"), ::testing::StartsWith("1pass 2fail 3pass 4fail 1pass"));
}

TEST_F(ProgramTest, RunsTheFilteredCasesOnly) {
  const std::string file = Write(SystemSuite({kGood, kWrong}));
  const Call call = RunAdapter({"run", file, "--filter", "#1$"});
  EXPECT_EQ(call.code, 0);
  EXPECT_THAT(call.out, HasSubstr("1 passed of 1"));
}

TEST_F(ProgramTest, ZeroTestsAreAnError) {
  const std::string file = Write(SystemSuite({kGood}));
  const Call call = RunAdapter({"run", file, "--filter", "nothing"});
  EXPECT_EQ(call.code, 2);
  EXPECT_EQ(call.out, "");
  EXPECT_EQ(call.err, "adapter: no test case to run: --filter 'nothing' selects none of 1\n");
}

TEST_F(ProgramTest, AnUnknownFlagIsAnError) {
  const Call call = RunAdapter({"run", "a.xml", "--colour"});
  EXPECT_EQ(call.code, 2);
  EXPECT_THAT(call.err, HasSubstr("--colour"));
}

TEST_F(ProgramTest, ABrokenSuiteIsAnErrorWithItsPlace) {
  const std::string file = folder_.Write("broken.xml", "<Test TestName=\"system\">\n<Bad/></Test>");
  const Call call = RunAdapter({"run", file});
  EXPECT_EQ(call.code, 2);
  EXPECT_EQ(call.out, "");
  EXPECT_THAT(call.err, HasSubstr(file + ":2:1: unknown element <Bad> in <Test>\n"));
}

TEST_F(ProgramTest, ShowsProgressOnATerminalOnly) {
  const std::string file = Write(SystemSuite({kGood}));
  EXPECT_EQ(RunAdapter({"run", file}).err, "");
  EXPECT_THAT(RunAdapter({"run", file}, true).err, HasSubstr("[1/1] system#1"));
}

TEST_F(ProgramTest, ListsCases) {
  const std::string file = Write(SystemSuite({kGood, kWrong}));
  const Call call = RunAdapter({"list", file, "--filter", "#2"});
  EXPECT_EQ(call.code, 0);
  EXPECT_THAT(call.out, MatchesRegex(file + ":[0-9]+: system system#2\n"));
  const auto json = nlohmann::json::parse(RunAdapter({"list", file, "--json"}).out);
  EXPECT_EQ(json[1]["id"], "2");
  EXPECT_EQ(json[1]["kind"], "system");
}

TEST_F(ProgramTest, CoverageNeedsItsPreset) {
  const std::string file = Write(SystemSuite({kGood}));
  if (CoverageIsBuiltIn()) GTEST_SKIP() << "this is a build of preset coverage";
  const Call call = RunAdapter({"run", file, "--coverage", folder_ / "coverage"});
  EXPECT_EQ(call.code, 2);
  EXPECT_EQ(call.out, "");
  EXPECT_EQ(
      call.err,
      "adapter: --coverage needs counters, and this adapter was built without them: build "
      "preset `coverage` (cmake --preset coverage && cmake --build --preset coverage) and run "
      "build/coverage/bin/adapter\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "coverage"));
}

TEST_F(ProgramTest, CoverageHasATableAndPages) {
  const std::string file = Write(SystemSuite({kGood}));
  if (!CoverageIsBuiltIn()) GTEST_SKIP() << "needs a build of preset coverage";
  const Call call = RunAdapter({"run", file, "--coverage", folder_ / "coverage"});
  EXPECT_EQ(call.code, 0) << call.err;
  EXPECT_THAT(call.out, HasSubstr("quorum functions"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "coverage/index.html"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "coverage/coverage.json"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "coverage/.counters"));
}

}  // namespace
}  // namespace adapter
