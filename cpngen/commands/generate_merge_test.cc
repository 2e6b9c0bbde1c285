// Cases in which a system may answer the same stimuli in several ways: the warning, and --merge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "suite/reader.h"
#include "testing/files.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using ::testing::StartsWith;

/// A server that answers a question with yes or no. After yes it can be asked for a reason.
constexpr const char* kServer = R"(
Answer = enum { "no", "yes" }
var { a = Answer }
Idle, Asked, Answered, Done = place(UNIT, { unit }), place(UNIT), place(Answer), place(UNIT)
Ask = transition { input = { Idle(unit) }, output = { Asked(unit) } }
Reply = transition { input = { Asked(unit) }, output = { Answered(a) }, guard = function(a) return true end }
Why = transition { input = { Answered("yes") }, output = { Done(unit) } }
local function ask() return stimulus("Ask", {}) end
local function reply(a) return response("Reply", { a = a }) end
local function why() return stimulus("Why", {}) end
test "sequence" { order = "sequence", observe = { [Ask] = ask, [Reply] = reply, [Why] = why } }
test "set" { observe = { [Ask] = ask, [Reply] = reply } }
test "certain" { observe = { [Ask] = ask, [Why] = why } }
)";

class GenerateMergeTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string model_ = folder_.Write("server.lua", kServer);
  std::string out_ = folder_ / "out.xml";

  Outcome Generate(const std::string& spec, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"generate", model_, "--spec", spec, "--state-space", "-o", out_};
    words.insert(words.end(), more.begin(), more.end());
    return Call(words);
  }
};

TEST_F(GenerateMergeTest, CasesThatContradictEachOtherAreWarnedOf) {
  EXPECT_THAT(Generate("sequence").err,
              StartsWith("cpngen: warning: " + model_ +
                         ":11: 2 of the 2 test cases of test \"sequence\" expect other responses "
                         "than another one after the same stimuli, the first are cases 1 and 2; a "
                         "system passes only those in which it happens to answer so. --merge makes "
                         "cases with alternatives of them\ncpngen: "));
}

TEST_F(GenerateMergeTest, SetsOfResponsesContradictEachOtherToo) {
  EXPECT_THAT(Generate("set").err, HasSubstr("2 of the 2 test cases of test \"set\" expect other"));
}

TEST_F(GenerateMergeTest, CasesWithTheirOwnStimuliAreNotWarnedOf) {
  EXPECT_THAT(Generate("certain").err, Not(HasSubstr("warning")));
}

TEST_F(GenerateMergeTest, MergedCasesHaveAlternativesAndNoWarning) {
  const Outcome outcome = Generate("sequence", {"--merge"});
  EXPECT_THAT(outcome.err,
              StartsWith("cpngen: " + out_ + ": 1 test case, merged from 2 (5 states, 4 arcs, "));
  const suite::Suite suite = suite::ReadSuite(out_);
  ASSERT_EQ(suite.cases().size(), 1u);
  const std::vector<suite::Step> steps = suite::StepsOf(suite, suite.cases()[0]);
  ASSERT_EQ(steps.size(), 1u);
  ASSERT_EQ(steps[0].alternatives.size(), 2u);
  EXPECT_TRUE(steps[0].alternatives[0].rest.empty());
  EXPECT_EQ(steps[0].alternatives[1].responses[0].children[0].text, "yes");
  EXPECT_EQ(steps[0].alternatives[1].rest[0].stimuli[0].name, "Why");
}

TEST_F(GenerateMergeTest, SuiteSaysThatItIsMerged) {
  ASSERT_EQ(Generate("sequence", {"--merge"}).code, 0);
  EXPECT_TRUE(suite::ReadSuite(out_).provenance()->merged);
  EXPECT_THAT(ReadFile(out_), HasSubstr(" Method=\"state-space\" Merged=\"true\">"));
  ASSERT_EQ(Generate("sequence").code, 0);
  EXPECT_FALSE(suite::ReadSuite(out_).provenance()->merged);
  EXPECT_THAT(ReadFile(out_), Not(HasSubstr("Merged")));
}

TEST_F(GenerateMergeTest, SimulationsAreMergedTheSameForAnyNumberOfWorkers) {
  const auto simulate = [&](const char* jobs) {
    EXPECT_EQ(Call({"generate", model_, "--spec", "sequence", "--simulations", "50", "--jobs", jobs,
                    "--merge", "-o", out_})
                  .code,
              0);
    return ReadFile(out_);
  };
  const std::string one = simulate("1");
  EXPECT_THAT(one, HasSubstr("<OneOf>"));
  EXPECT_EQ(simulate("3"), one);
}

TEST_F(GenerateMergeTest, SplitWritesOneFilePerMergedCase) {
  folder_.Write("out-2.xml", "old");
  const Outcome outcome = Generate("sequence", {"--merge", "--split"});
  EXPECT_THAT(folder_.Names(), ElementsAre("out-1.xml", "out-2.xml", "server.lua"));
  EXPECT_THAT(outcome.err, HasSubstr("out-2.xml is not of this suite, which has 1 cases"));
  EXPECT_EQ(suite::ReadSuite(folder_ / "out-1.xml").cases().size(), 1u);
}

TEST_F(GenerateMergeTest, SummarySaysThatItIsMerged) {
  const auto json = nlohmann::json::parse(Generate("set", {"--merge", "--json"}).out);
  EXPECT_EQ(json["cases"], 1);
  EXPECT_EQ(json["merged"], true);
  EXPECT_EQ(nlohmann::json::parse(Generate("set", {"--json"}).out)["merged"], false);
}

TEST_F(GenerateMergeTest, TheOnlySpecificationNeedsNoName) {
  const std::string model = folder_.Write("one.lua", R"(
P = place(UNIT, { unit })
T = transition { input = { P(unit) } }
test "only" { observe = { [T] = function() return stimulus("s", {}) end } }
)");
  const Outcome outcome = Call({"generate", model, "--state-space", "-o", out_, "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["specification"], "only");
  EXPECT_EQ(suite::ReadSuite(out_).provenance()->specification, "only");
}

TEST_F(GenerateMergeTest, OneOfSeveralSpecificationsMustBeNamed) {
  const Outcome outcome = Call({"generate", model_, "--state-space", "-o", out_});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, model_ +
                             ": the model has 3 test case specifications; say which one with "
                             "--spec NAME: sequence, set, certain\n");
}

TEST_F(GenerateMergeTest, AMisspeltSpecificationIsAnsweredWithTheNearestOne) {
  EXPECT_EQ(Generate("sequense").err,
            model_ +
                ": the model has no test case specification sequense (there are sequence, set, "
                "certain); did you mean sequence?\n");
}

TEST_F(GenerateMergeTest, AModelWithoutSpecificationsIsAnError) {
  const std::string model = folder_.Write("none.lua", "P = place(UNIT, { unit })\n");
  EXPECT_EQ(
      Call({"generate", model, "--state-space", "-o", out_}).err,
      model + ": the model has no test case specification; test \"NAME\" { ... } makes one\n");
}

}  // namespace
}  // namespace cpngen
