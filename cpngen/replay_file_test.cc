// Trace files in `simulate --replay`. Records are in simulate_command_test.cc.
#include "cpngen/replay_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using ::testing::HasSubstr;
using testing::Outcome;

/// A walk up and down; `step` tokens a step.
constexpr const char* kModel = R"(
step = param(1)
var { i = INT }
Height = place(INT, { 0 })
Coins = place(UNIT)
Up   = transition { input = { Height(i) }, guard = "i < 2", output = { Height(expr "i + 1"), Coins(copies(step, unit)) } }
Down = transition { input = { Height(1) }, output = { Height(0) }, reset = { Coins } }
property "low" (INV(NF(function(M) return M.Height[1] < 2 end)))
property "high" (EV(NF(function(M) return M.Height[1] == 2 end)))
property "top" (INV(NOT(AND(NF(function(M) return M.Height[1] == 2 end), NOT(EXIST_NEXT(TT))))))
property "ends at two" (INV(EV(NF(function(M) return M.Height[1] == 0 end))))
)";

class ReplayFileTest : public ::testing::Test {
 protected:
  /// The trace of these properties in a file.
  nlohmann::ordered_json Trace(const std::vector<std::string>& properties) {
    std::vector<std::string> call{"check", model_, "--trace", file_};
    for (const std::string& name : properties) call.insert(call.end(), {"--property", name});
    Call(call);
    return nlohmann::ordered_json::parse(ReadFile(file_));
  }
  Outcome Replay(const nlohmann::ordered_json& json, std::vector<std::string> more = {}) {
    folder_.Write("t.json", json.dump());
    more.insert(more.begin(), {"simulate", model_, "--replay", file_});
    return Call(more);
  }
  std::string ErrorOf(const nlohmann::ordered_json& json, std::vector<std::string> more = {}) {
    const Outcome outcome = Replay(json, std::move(more));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    const std::string prefix = "cpngen: --replay " + file_ + ": ";
    return outcome.err.starts_with(prefix) ? outcome.err.substr(prefix.size()) : outcome.err;
  }

  TemporaryFolder folder_;
  std::string model_ = folder_.Write("m.lua", kModel);
  std::string file_ = folder_ / "t.json";
  const std::string foreign_ = "this run does not belong to the model: ";
};

TEST_F(ReplayFileTest, RunOfTheOnlyPropertyIsReplayed) {
  const Outcome outcome = Replay(Trace({"low"}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("dead marking after 2 steps:\n  Height: 1`2\n"));
}

TEST_F(ReplayFileTest, OnePropertyOfSeveralIsChosen) {
  const auto json = Trace({"low", "high"});
  EXPECT_EQ(ErrorOf(json),
            "it has runs of several properties; choose one with --property: \"low\", \"high\"\n");
  EXPECT_THAT(Replay(json, {"--property", "high"}).out,
              HasSubstr("end of the loop after 2 steps:\n"));
  EXPECT_EQ(
      ErrorOf(json, {"--property", "higj"}),
      "it has no run of the property higj (there are \"low\", \"high\"); did you mean \"high\"?\n");
}

TEST_F(ReplayFileTest, LoopIsPassedOnceAndToldInJson) {
  const auto json = nlohmann::json::parse(Replay(Trace({"high"}), {"--json"}).out);
  EXPECT_EQ(json["end"], "loop");
  EXPECT_EQ(json["loop"], 1);
  EXPECT_EQ(json["steps"].size(), 2u);
  EXPECT_TRUE(json["seed"].is_null());
}

TEST_F(ReplayFileTest, FileWithoutRunsHasNothingToReplay) {
  auto json = Trace({"low"});
  json["traces"] = nlohmann::ordered_json::array();
  EXPECT_EQ(ErrorOf(json), "no trace is in it: there is nothing to replay\n");
}

TEST_F(ReplayFileTest, OtherParametersAreToldWithTheCall) {
  EXPECT_EQ(ErrorOf(Trace({"low"}), {"-D", "step=2"}),
            foreign_ + "it was made with step = 1, and here step is 2; add -D step=1\n");
}

TEST_F(ReplayFileTest, ParametersOfAnotherModelAreTold) {
  auto json = Trace({"low"});
  json["traces"][0]["parameters"] = nlohmann::ordered_json::object();
  EXPECT_EQ(ErrorOf(json), foreign_ + "it knows no parameter step\n");
  json["traces"][0]["parameters"] = {{"step", "1"}, {"W", "1"}};
  EXPECT_EQ(ErrorOf(json), foreign_ + "the model lacks parameters that it was made with\n");
}

TEST_F(ReplayFileTest, StepThatIsNotEnabledIsTold) {
  auto json = Trace({"low"});
  json["traces"][0]["steps"][1]["key"] = "Up (i = 7)";
  EXPECT_EQ(ErrorOf(json), foreign_ +
                               "step 2, Up (i = 7), is not enabled; enabled there:\n  Up (i = 1)\n"
                               "  Down ()\n");
}

TEST_F(ReplayFileTest, OtherTokensAreTold) {
  auto json = Trace({"low"});
  json["traces"][0]["steps"][0]["moves"][0]["added"] = "2`1";
  EXPECT_EQ(ErrorOf(json), foreign_ +
                               "step 1, Up (i = 0), moves other tokens in this model\n"
                               "     1  file   Up (i 0), moves Height: -1`0 +2`1; Coins: - "
                               "+1`()\n"
                               "        model  Up (i 0), moves Height: -1`0 +1`1; Coins: - "
                               "+1`()\n");
}

TEST_F(ReplayFileTest, LoopThatDoesNotCloseIsTold) {
  auto json = Trace({"high"});
  json["traces"][0]["loop"] = 2;
  EXPECT_EQ(ErrorOf(json),
            foreign_ + "its last step does not lead back to the marking before step 2\n");
}

TEST_F(ReplayFileTest, MarkingThatIsNotDeadIsTold) {
  auto json = Trace({"ends at two"});
  ASSERT_EQ(json["traces"][0]["dead_end"], true);
  json["traces"][0]["steps"].erase(1);
  EXPECT_EQ(ErrorOf(json),
            foreign_ + "it ends in a dead marking, and here something is enabled there\n");
}

TEST_F(ReplayFileTest, AnotherMarkingIsTold) {
  auto json = Trace({"low"});
  json["traces"][0]["steps"][1]["hash"] = "0123456789abcdef";
  EXPECT_EQ(ErrorOf(json), foreign_ +
                               "step 2, Up (i = 1), leads to another marking in this model\n"
                               "     2  file   Up (i 1), hash 0123456789abcdef\n"
                               "        model  Up (i 1), hash e3a9e85bc58d6974\n");
}

TEST_F(ReplayFileTest, FileOfAnOlderProgramIsRefusedWithWhatToDo) {
  EXPECT_EQ(ErrorOf({{"generator", "cpngen 0.1.0"}, {"properties", {1}}}),
            "an older cpngen wrote this file; to make it again: cpngen check MODEL --trace FILE, "
            "or cpngen simulate MODEL --record FILE\n");
}

TEST_F(ReplayFileTest, FlawOfTheFileIsToldWithItsPlace) {
  auto json = Trace({"high"});
  json["traces"][0]["loop"] = 3;
  const std::string error = ErrorOf(json);
  EXPECT_THAT(error, ::testing::StartsWith(file_ + ":1:"));
  EXPECT_THAT(error, HasSubstr(": 3 is no step\n"));
}

TEST_F(ReplayFileTest, StepWithoutAKeyCannotBeTaken) {
  auto json = Trace({"low"});
  json["traces"][0]["steps"][1].erase("key");
  EXPECT_EQ(ErrorOf(json), "step 2 of the run has no key, so that it cannot be taken again\n");
}

TEST_F(ReplayFileTest, RunOfASystemIsNotOfTheModel) {
  auto json = Trace({"low"});
  json["traces"][0].erase("model");
  json["traces"][0]["system"] = "lock.lua";
  EXPECT_EQ(ErrorOf(json), foreign_ + "it is a run of the system lock.lua\n");
}

TEST_F(ReplayFileTest, TextThatIsNoJsonNamesThePlace) {
  folder_.Write("t.json", "{\n  \"format\": [\n,");
  EXPECT_EQ(Call({"simulate", model_, "--replay", file_}).err,
            file_ + ":3:1: this is no JSON: unexpected ','\n,\n^\n");
}

/// A string that is no UTF-8, in a token, a binding, a parameter and the model's name.
class BytesTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string model_ = folder_.Write("m\xff.lua", R"(
mark = param("?")
var { s = STRING }
P = place(STRING, { "\xff\xc3(", "\\xff" })
Q = place(STRING)
T = transition { input = { P(s) }, output = { Q(expr "s .. mark") } }
)");
  std::string file_ = folder_ / "t.json";
  const std::string mark_ = "mark=\xfe";
};

TEST_F(BytesTest, ATraceOfThemIsReplayed) {
  const Outcome made = Call({"simulate", model_, "-D", mark_, "--record", file_});
  ASSERT_EQ(made.code, 0) << made.err;
  const Outcome again = Call({"simulate", model_, "-D", mark_, "--replay", file_});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(ReadFile(file_), HasSubstr(R"("parameters": {"mark":"\\xfe"})"));
  const Outcome other = Call({"simulate", model_, "-D", "mark=\xfd", "--replay", file_});
  EXPECT_EQ(other.code, 2);
}

TEST_F(BytesTest, DifferentStringsAreDifferentInJson) {
  const Outcome made = Call({"simulate", model_, "--json"});
  const auto json = nlohmann::ordered_json::parse(made.out);
  std::vector<std::string> strings;
  for (const auto& step : json["steps"]) strings.push_back(step["binding"]["s"].dump());
  EXPECT_THAT(strings, ::testing::UnorderedElementsAre(R"({"bytes":"ffc328"})", R"("\\xff")"));
}

TEST_F(ReplayFileTest, AFileThatNeverEndsIsRefused) {
  EXPECT_EQ(
      Call({"simulate", model_, "--replay", "/dev/zero"}).err,
      "cpngen: --replay /dev/zero: cannot read this file: it has more than 268435456 bytes\n");
}

TEST_F(ReplayFileTest, RecordHasNoProperties) {
  folder_.Write("t.json", "Up (i = 0)\n");
  EXPECT_EQ(Call({"simulate", model_, "--replay", file_, "--property", "low"}).err,
            "cpngen: --replay " + file_ + ": this is a record of one run; it has no properties\n");
}

TEST_F(ReplayFileTest, StepsSayWhatTheyMoveAndWhereTheyLead) {
  Trace({"low"});
  const trace::Step step = trace::ReadTraces(file_).at(0).steps.at(0);
  EXPECT_EQ(step.kind, trace::Kind::kBinding);
  EXPECT_EQ(step.name, "Up");
  EXPECT_EQ(step.fields, (trace::Fields{{"i", "0"}}));
  EXPECT_EQ(step.moves,
            (std::vector<trace::TokenMove>{{"Height", "1`0", "1`1"}, {"Coins", "", "1`()"}}));
  EXPECT_EQ(step.key, "Up (i = 0)");
  EXPECT_EQ(step.hash, "84ecd4588ed8252a");
}

}  // namespace
}  // namespace cpngen
