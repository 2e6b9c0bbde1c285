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
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::Outcome;
using ::testing::StartsWith;

constexpr const char* kSimulated = R"(
N = param(2)
Colour = enum { "red", "blue" }
Pair = product(INT, Colour)
Thing = record { id = INT, ok = BOOL }
Message = union { Note = STRING, Stop = UNIT }
var { n = INT, c = Colour }
In1 = place(Pair, { { 1, "red" }, copies(2, { 2, "blue" }) })
Things = place(Thing)
Messages = place(Message)
Junk = place(INT, { 7, 8 })
Take = transition {
  priority = P_HIGH,
  input = { In1 { n, c } },
  output = { Things { id = n, ok = true } },
}
Finish = transition {
  input = { Things { id = n } },
  output = { Messages(Message.Note "hi"), Messages(Message.Stop) },
  reset = { Junk },
}
)";

class SimulateTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string model_ = folder_.Write("m.lua", kSimulated);
};

TEST_F(SimulateTest, StepsShowBindingsAndTokens) {
  const Outcome outcome = Call({"simulate", model_, "--steps", "4", "--seed", "5"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith(model_ + ": N = 2; seed 5\n   1  Take (n = "));
  EXPECT_THAT(outcome.out, HasSubstr("Take (n = 1, c = red)\n"
                                     "      - In1: 1`(1, red)\n"
                                     "      + Things: 1`{id = 1, ok = true}\n"));
  EXPECT_THAT(outcome.out, HasSubstr("   4  Finish (n = "));
  EXPECT_THAT(outcome.out, HasSubstr("      - Junk: 1`7 ++ 1`8\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\nstopped after 4 steps, the limit (--steps):\n  Things: "));
}

TEST_F(SimulateTest, RunEndsInADeadMarking) {
  const Outcome outcome = Call({"simulate", model_});
  EXPECT_THAT(outcome.out,
              EndsWith("dead marking after 6 steps:\n  Messages: 3`Note(\"hi\") ++ 3`Stop\n"));
}

TEST_F(SimulateTest, SameSeedSameRun) {
  const auto run = [&](const char* seed) {
    return Call({"simulate", model_, "--seed", seed, "--steps", "6"}).out;
  };
  EXPECT_EQ(run("1"), run("1"));
  EXPECT_TRUE(run("1") != run("2") || run("1") != run("3"));
}

TEST_F(SimulateTest, MarkingWithoutTokensIsSaid) {
  const std::string empty =
      folder_.Write("e.lua", "P = place(INT)\nT = transition { input = { P(1) } }\n");
  EXPECT_EQ(Call({"simulate", empty}).out,
            empty + "; seed 1\ndead marking after 0 steps:\n  no tokens\n");
}

TEST_F(SimulateTest, RecordReplays) {
  const std::string record = folder_ / "r.txt";
  const Outcome run = Call({"simulate", model_, "--seed", "3", "--record", record});
  const Outcome replay = Call({"simulate", model_, "--replay", record});
  EXPECT_EQ(replay.code, 0);
  EXPECT_EQ(replay.out.substr(replay.out.find('\n')), run.out.substr(run.out.find('\n')));
  EXPECT_THAT(replay.out, StartsWith(model_ + ": N = 2; replay of " + record + "\n"));
}

TEST_F(SimulateTest, RecordSaysWhereItIsFrom) {
  const std::string record = folder_ / "r.txt";
  Call({"simulate", model_, "--seed", "3", "--steps", "1", "-o", record});
  const auto traces = trace::ReadTraces(record);
  ASSERT_EQ(traces.size(), 1u);
  const trace::Header& header = traces[0].header;
  EXPECT_EQ(header.made_by, "cpngen 0.1.0");
  EXPECT_EQ(header.model, model_);
  EXPECT_EQ(header.parameters, (std::map<std::string, std::string>{{"N", "2"}}));
  EXPECT_EQ(header.seed, 3u);
  ASSERT_EQ(traces[0].steps.size(), 1u);
  EXPECT_THAT(traces[0].steps[0].key, StartsWith("Take (n = "));
}

TEST_F(SimulateTest, RecordsOfOneSeedAreTheSame) {
  Call({"simulate", model_, "--seed", "3", "--record", folder_ / "a"});
  Call({"simulate", model_, "--seed", "3", "--trace", folder_ / "b"});
  EXPECT_EQ(ReadFile(folder_ / "a"), ReadFile(folder_ / "b"));
}

TEST_F(SimulateTest, ShortRecordEndsWhereItEnds) {
  const std::string record = folder_.Write("r.txt", "Take (n = 1, c = red)\r\n\n");
  EXPECT_THAT(Call({"simulate", model_, "--replay", record}).out,
              HasSubstr("end of the record after 1 step:\n"));
}

TEST_F(SimulateTest, StepThatIsNotEnabledIsAnError) {
  const std::string record = folder_.Write("r.txt", "# from elsewhere\nTake (n = 3, c = red)\n");
  const Outcome outcome = Call({"simulate", model_, "--replay", record});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "cpngen: --replay " + record +
                ": this run does not belong to the model: step 1, Take (n = 3, c = red), is not "
                "enabled; enabled there:\n"
                "  Take (n = 1, c = red)\n  Take (n = 2, c = blue)\n");
}

TEST_F(SimulateTest, RecordThatCannotBeReadIsAnError) {
  EXPECT_EQ(Call({"simulate", model_, "--replay", folder_ / "no"}).err,
            "cpngen: --replay " + (folder_ / "no") +
                ": cannot read this file: No such file or directory\n");
  EXPECT_EQ(Call({"simulate", model_, "--replay", folder_ / ""}).code, 2);
}

TEST_F(SimulateTest, JsonHasTheWholeRun) {
  const auto json = nlohmann::json::parse(Call({"simulate", model_, "--json", "--seed", "5"}).out);
  EXPECT_EQ(json["seed"], 5);
  EXPECT_EQ(json["parameters"]["N"], "2");
  EXPECT_EQ(json["end"], "dead marking");
  ASSERT_EQ(json["steps"].size(), 6u);
  EXPECT_EQ(json["initial_marking"]["Junk"].dump(),
            R"([{"count":1,"value":7},{"count":1,"value":8}])");
  EXPECT_EQ(json["steps"][0]["transition"], "Take");
  EXPECT_EQ(json["steps"][0]["binding"]["n"],
            json["steps"][0]["moves"][0]["removed"][0]["value"][0]);
  EXPECT_EQ(json["steps"][5]["transition"], "Finish");
  EXPECT_EQ(json["marking"]["Messages"].dump(),
            R"([{"count":3,"value":{"tag":"Note","value":"hi"}},)"
            R"({"count":3,"value":{"tag":"Stop","value":null}}])");
  EXPECT_EQ(json["steps"][0]["moves"][1]["added"][0]["value"]["ok"], true);
}

TEST_F(SimulateTest, ReplayedJsonHasNoSeed) {
  const std::string record = folder_.Write("r.txt", "Take (n = 1, c = red)\n");
  const auto json =
      nlohmann::json::parse(Call({"simulate", model_, "--json", "--replay", record}).out);
  EXPECT_TRUE(json["seed"].is_null());
  EXPECT_EQ(json["end"], "end of record");
}

/// The third step puts a token on a place that cannot hold it.
constexpr const char* kFailing = R"(
var { i = INT }
Small = subset(INT, function(x) return x < 2 end)
Count = place(Small, { 0 })
Add = transition { input = { Count(i) }, output = { Count(expr "i + 1") } }
)";

TEST_F(SimulateTest, StepsBeforeAModelErrorArePrinted) {
  const std::string model = folder_.Write("f.lua", kFailing);
  const Outcome outcome = Call({"simulate", model});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, model + R"(; seed 1
   1  Add (i = 0)
      - Count: 1`0
      + Count: 1`1
the model fails after 1 step:
  Count: 1`1
)");
  EXPECT_THAT(outcome.err, StartsWith(model + ":5:"));
}

TEST_F(SimulateTest, StepsBeforeAModelErrorAreInJson) {
  const Outcome outcome = Call({"simulate", folder_.Write("f.lua", kFailing), "--json"});
  EXPECT_EQ(outcome.code, 2);
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["end"], "model error");
  EXPECT_EQ(json["steps"].size(), 1u);
}

TEST_F(SimulateTest, ModelErrorLeavesNoRecord) {
  const std::string model = folder_.Write("f.lua", kFailing);
  Call({"simulate", model, "--record", folder_ / "r.txt"});
  EXPECT_THAT(folder_.Names(), ElementsAre("f.lua", "m.lua"));
}

TEST_F(SimulateTest, ReplayIntoAModelErrorPrintsTheStepsBefore) {
  const std::string model = folder_.Write("f.lua", kFailing);
  const std::string record = folder_.Write("r.txt", "Add (i = 0)\nAdd (i = 1)\n");
  const Outcome outcome = Call({"simulate", model, "--replay", record});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("the model fails after 1 step:\n"));
}

TEST_F(SimulateTest, UnwritableRecordIsAnError) {
  EXPECT_EQ(Call({"simulate", model_, "--record", folder_ / "no/r.txt"}).code, 2);
  EXPECT_THAT(folder_.Names(), ElementsAre("m.lua"));
}

TEST_F(SimulateTest, RunIsDrawnAsAChart) {
  const std::string model = folder_.Write("c.lua", std::string(kSimulated) + R"(
chart { messages = {
  [Take] = function(n, c) return { from = "user", to = c, label = "take " .. n } end,
} }
)");
  const std::string chart = folder_ / "run.mmd";
  const Outcome outcome = Call({"simulate", model, "--seed", "5", "--msc", chart});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, Call({"simulate", model, "--seed", "5"}).out);
  EXPECT_THAT(ReadFile(chart), StartsWith("sequenceDiagram\n  title c#58; the run of seed 5\n"));
  EXPECT_THAT(ReadFile(chart), HasSubstr("->>p3: 3. take 2\n"));
  EXPECT_THAT(ReadFile(chart), HasSubstr("dead marking"));
}

TEST_F(SimulateTest, ModelWithoutAChartIsRefusedForMsc) {
  const std::string chart = folder_ / "run.svg";
  const Outcome outcome = Call({"simulate", model_, "--msc", chart});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, StartsWith("cpngen: --msc " + chart +
                                      ": the model does not say who sends what to whom; chart "));
}

}  // namespace
}  // namespace cpngen
