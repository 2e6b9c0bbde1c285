#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/picture_colours.h"
#include "base/read_file.h"
#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "suite/reader.h"

namespace cpngen {
namespace {

using testing::Call;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

constexpr const char* kCoveredLock = R"(
  N = param(2)
  Client = range(1, N)
  var { c = Client }
  Idle, Waiting = place(Client, all), place(Client)
  Holding, Done = place(Client), place(Client)
  Free = place(UNIT, { unit })
  Request = transition { input = { Idle(c) }, output = { Waiting(c) } }
  Grant   = transition { input = { Waiting(c), Free(unit) }, output = { Holding(c) } }
  Release = transition { input = { Holding(c) }, output = { Done(c), Free(unit) } }
  Never   = transition { input = { Done(c) }, guard = "c > N and c ~= 7", output = { Idle(c) } }
  test "system" {
    order = "sequence",
    observe = {
      [Request] = function(c) return stimulus("Request", { client = c }) end,
      [Grant]   = function(c) return response("Granted", { client = c }) end,
      [Release] = function(c) return stimulus("Release", { client = c }) end,
    },
  }
  property "served" (INV(OR(NOT(NF(function(M) return #M.Holding > 1 end)), FF)))
  property "first" (POS(AF(Release, { c = 1 })))
)";

class CoverCommandTest : public ::testing::Test {
 protected:
  CoverCommandTest() { folder_.Write("lock.lua", kCoveredLock); }

  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string Read(const std::string& name) const {
    return base::ReadFile(Path(name), 1 << 24).bytes;
  }
  Outcome Run(const std::string& command, std::vector<std::string> more) const {
    more.insert(more.begin(), {command, Path("lock.lua")});
    return Call(more);
  }
  void Generate(std::vector<std::string> how, const std::string& file = "lock.xml") const {
    how.insert(how.end(), {"-o", Path(file)});
    const Outcome outcome = Run("generate", how);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }
  nlohmann::json Json(std::vector<std::string> words) const {
    words.emplace_back("--json");
    const Outcome outcome = Run("cover", words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  }

  base::TemporaryFolder folder_;
};

TEST_F(CoverCommandTest, AllCasesCoverAllThatRunsReach) {
  Generate({"--state-space"});
  const Outcome outcome = Run("cover", {Path("lock.xml")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("lock.xml: 8 cases of test \"system\", of which the model has 8"));
  EXPECT_THAT(outcome.out, HasSubstr("transitions                     3          3   100.0 %"));
  EXPECT_THAT(outcome.out, HasSubstr("arcs                           20         20   100.0 %"));
}

TEST_F(CoverCommandTest, WhatNoRunReachesIsNamedAndDoesNotCount) {
  Generate({"--state-space"});
  const Outcome outcome = Run("cover", {Path("lock.xml")});
  EXPECT_THAT(outcome.out, HasSubstr("no run reaches, transitions:\n  Never ("));
  EXPECT_THAT(outcome.out, HasSubstr("Never: the guard is true"));
  EXPECT_THAT(outcome.out, HasSubstr("Never: the guard: c > N decides"));
  EXPECT_THAT(outcome.out, HasSubstr("no run reaches, premises:\n  served: the premise of line"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("not covered")));
}

TEST_F(CoverCommandTest, ARecordedRunCoversExactlyWhatItTook) {
  ASSERT_EQ(Run("simulate", {"--seed", "1", "--record", Path("run.json")}).code, 0);
  const nlohmann::json json = Json({Path("run.json"), "--criterion", "arcs", "--variable", "c"});
  EXPECT_EQ(json["files"][0]["kind"], "runs");
  EXPECT_EQ(json["criteria"][0]["covered"], 6);
  EXPECT_EQ(json["criteria"][0]["sure"], 6);
  EXPECT_EQ(json["criteria"][0]["reachable"], 20);
  EXPECT_EQ(json["criteria"][1]["criterion"], "transitions by c");
  EXPECT_EQ(json["criteria"][1]["covered"], 6);
}

TEST_F(CoverCommandTest, BeyondTheLimitRunsAreMeasuredAloneAndSuitesAreNot) {
  ASSERT_EQ(Run("simulate", {"--seed", "1", "--record", Path("run.json")}).code, 0);
  const nlohmann::json json =
      Json({Path("run.json"), "--max-states", "3", "--criterion", "transitions"});
  EXPECT_TRUE(json["states"].is_null());
  EXPECT_TRUE(json["criteria"][0]["reachable"].is_null());
  EXPECT_EQ(json["criteria"][0]["covered"], 3);
  Generate({"--state-space"});
  const Outcome outcome = Run("cover", {Path("lock.xml"), "--max-states", "3"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("Raise --max-states"));
}

TEST_F(CoverCommandTest, ACaseThatNoRunShowsCoversNothingAndIsNamed) {
  Generate({"--state-space"});
  std::string text = Read("lock.xml");
  const std::size_t at = text.find("<client>1</client>");
  text.replace(at, 18, "<client>9</client>");
  folder_.Write("lock.xml", text);
  const nlohmann::json json = Json({Path("lock.xml"), "--criterion", "arcs"});
  EXPECT_EQ(json["files"][0]["unknown"], nlohmann::json::array({"1"}));
  EXPECT_THAT(Run("cover", {Path("lock.xml")}).out, HasSubstr("no run of the model shows case 1;"));
}

TEST_F(CoverCommandTest, AMergedSuiteCoversWhatItsCasesDo) {
  Generate({"--state-space", "--merge"});
  const nlohmann::json json = Json({Path("lock.xml"), "--criterion", "arcs"});
  EXPECT_EQ(json["files"][0]["count"], 6);
  EXPECT_EQ(json["files"][0]["unknown"], nlohmann::json::array());
  EXPECT_EQ(json["criteria"][0]["covered"], 20);
}

TEST_F(CoverCommandTest, OtherParametersAreRefusedWithTheRightOnes) {
  Generate({"--state-space", "-D", "N=1"});
  const Outcome outcome = Run("cover", {Path("lock.xml")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("it was made with N = 1, and here N is 2; add -D N=1"));
}

TEST_F(CoverCommandTest, AnUnknownVariableIsRefused) {
  Generate({"--state-space"});
  const Outcome outcome = Run("cover", {Path("lock.xml"), "--variable", "z"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no transition has a variable of that name"));
}

TEST_F(CoverCommandTest, ThePageAndThePictureShowTheFigures) {
  Generate({"--goal", "transitions"});
  const Outcome outcome =
      Run("cover", {Path("lock.xml"), "-o", Path("cover.html"), "--svg", Path("cover.svg")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = Read("cover.html");
  EXPECT_THAT(page,
              HasSubstr("<td>transitions</td><td class=\"number\">3</td><td class=\"number\">3"
                        "</td><td class=\"number\">100.0 %</td>"));
  EXPECT_THAT(page, HasSubstr("<figure>\n<svg role=\"img\" aria-label=\"lock\""));
  const std::string picture = Read("cover.svg");
  EXPECT_THAT(picture, HasSubstr(base::kGreen.soft));  // covered
  EXPECT_THAT(picture, HasSubstr(base::kGrey.soft));   // Never
  EXPECT_THAT(picture, HasSubstr("1 of 1"));
}

TEST_F(CoverCommandTest, CasesThatEndAfterNObservationsAreFollowedSoFar) {
  Generate({"--state-space", "--observations", "2"});
  const nlohmann::json json = Json({Path("lock.xml"), "--criterion", "arcs"});
  EXPECT_EQ(json["files"][0]["unknown"], nlohmann::json::array());
  EXPECT_LT(json["criteria"][0]["covered"], 20);
  EXPECT_GT(json["criteria"][0]["covered"], 0);
}

TEST_F(CoverCommandTest, AGoalWithFewerCasesTakesThoseThatCoverMost) {
  Generate({"--goal", "arcs", "--max-cases", "1"});
  EXPECT_EQ(suite::ReadSuite(Path("lock.xml")).cases().size(), 1u);
  EXPECT_EQ(suite::ReadSuite(Path("lock.xml")).provenance()->goal, "arcs");
}

TEST_F(CoverCommandTest, AGoalThatNoCaseCoversIsNamed) {
  folder_.Write("lock.lua", std::string(kCoveredLock) + R"(
    test "units" {
      cases = "occurrences",
      observe = { [Grant] = function(c) return response("Granted", { client = c }) end },
    }
    guarded = transition { input = { Done(c) }, guard = "c > 1", output = { Done(c) } }
  )");
  const Outcome outcome =
      Run("generate", {"--spec", "units", "--goal", "mcdc", "-o", Path("units.xml")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("yields no test case: none of its 2 cases covers any of the "));
  EXPECT_FALSE(std::filesystem::exists(Path("units.xml")));
}

TEST_F(CoverCommandTest, NothingIsWrittenWhenNothingIsMissing) {
  Generate({"--state-space"});
  const Outcome outcome = Run(
      "generate", {"--goal", "arcs", "--cover-missing", Path("lock.xml"), "-o", Path("more.xml")});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("no case is missing"));
  EXPECT_FALSE(std::filesystem::exists(Path("more.xml")));
}

TEST_F(CoverCommandTest, AWitnessBecomesATestCaseOfTheModel) {
  const Outcome outcome = Run("check", {"--property", "first", "--to-suite", Path("first.xml")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("case 1 of the witness of first"));
  const std::string suite = Read("first.xml");
  EXPECT_THAT(suite, HasSubstr("<Release>"));
  EXPECT_THAT(suite, HasSubstr("Goal=\"properties\""));
}

TEST_F(CoverCommandTest, AWitnessGoesOnUntilTheSystemHasAnswered) {
  folder_.Write("more.lua", "property \"asked\" (POS(AF(Request, { c = 2 })))");
  const Outcome outcome = Run("check", {"--with", Path("more.lua"), "--property", "asked",
                                        "--to-suite", Path("asked.xml")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(Read("asked.xml"), HasSubstr("<Granted>"));
}

}  // namespace
}  // namespace cpngen
