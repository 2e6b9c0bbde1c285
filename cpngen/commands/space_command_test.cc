#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using testing::CallAndAct;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using ::testing::StartsWith;
using testing::StoppedFor;
using Json = nlohmann::json;

/// N tokens go from A to B one by one, and all back at once; `Never` cannot occur.
constexpr const char* kModel = R"(
N = param(3)
Item = range(1, N)
var { x = Item }
A, B = place(Item, all), place(Item)
Go = transition { input = { A(x) }, output = { B(x) } }
Back = transition { input = { B(all) }, output = { A(all) } }
Never = transition { input = { A(x), B(x) } }
)";

/// Counts up without end.
constexpr const char* kEndless = R"(
var { n = INT }
Count = place(INT, { 0 })
Up = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
)";

/// Fails after two steps, when c = 2: 3 is no colour of Digit.
constexpr const char* kFailing = R"(
Digit = range(0, 2)
var { c = Digit, way = range(1, 2) }
Count = place(Digit, { 0 })
Up = transition { input = { Count(c) }, output = { Count(function(c, way) return c + 1 end) } }
)";

class SpaceCommandTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string model_ = folder_.Write("m.lua", kModel);
  std::string endless_ = folder_.Write("endless.lua", kEndless);
};

TEST_F(SpaceCommandTest, ReportSaysWhichModelItIsAbout) {
  const Outcome outcome = Call({"space", model_, "-D", "N=2"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out,
              StartsWith("State space report for " + model_ + ": N = 2\n\n\n Statistics\n----"));
  EXPECT_THAT(outcome.out, HasSubstr("     Nodes:  4\n     Arcs:   5\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  Dead Transition Instances\n     Never\n"));
}

TEST_F(SpaceCommandTest, JsonHasTheWholeReport) {
  const Outcome outcome = Call({"space", model_, "--json"});
  EXPECT_EQ(outcome.code, 0);
  Json json = Json::parse(outcome.out);
  EXPECT_TRUE(json["seconds"].is_number());
  json.erase("seconds");
  EXPECT_EQ(json, Json::parse(R"({
    "model": ")" + model_ + R"(", "parameters": {"N": "3"},
    "complete": true, "end": "complete",
    "nodes": 8, "expanded_nodes": 8, "arcs": 13, "depth": 3, "scc_nodes": 1, "scc_arcs": 0,
    "dead_markings": 0, "home_markings": 8,
    "bounds": [
      {"name": "A", "upper": 3, "lower": 0, "lower_multi_set": [], "upper_multi_set": [
        {"count": 1, "value": 1}, {"count": 1, "value": 2}, {"count": 1, "value": 3}]},
      {"name": "B", "upper": 3, "lower": 0, "lower_multi_set": [], "upper_multi_set": [
        {"count": 1, "value": 1}, {"count": 1, "value": 2}, {"count": 1, "value": 3}]}],
    "home": "all", "home_nodes": null, "dead_nodes": [],
    "dead_transitions": ["Never"], "live_transitions": ["Go", "Back"],
    "infinite_occurrence_sequences": true,
    "fairness": {"impartial": ["Go", "Back"], "fair": ["Never"], "just": [], "none": []}
  })"));
}

TEST_F(SpaceCommandTest, JsonNumbersNodesFromOne) {
  const std::string once = folder_.Write("once.lua", R"(
A, B = place(UNIT, { unit }), place(UNIT)
Go = transition { input = { A(unit) }, output = { B(unit) } }
)");
  const Json json = Json::parse(Call({"space", once, "--json"}).out);
  EXPECT_EQ(json["home"], "some");
  EXPECT_EQ(json["home_markings"], 1);
  EXPECT_EQ(json["home_nodes"], Json::array({2}));
  EXPECT_EQ(json["dead_nodes"], Json::array({2}));
  EXPECT_EQ(json["infinite_occurrence_sequences"], false);
  EXPECT_EQ(json["fairness"], nullptr);
}

TEST_F(SpaceCommandTest, CountHasNoMoreThanItsNumbers) {
  const Outcome outcome = Call({"space", model_, "--count", "--json"});
  EXPECT_EQ(outcome.code, 0);
  Json json = Json::parse(outcome.out);
  json.erase("seconds");
  EXPECT_EQ(json, Json::parse(R"({"model": ")" + model_ + R"(", "parameters": {"N": "3"},
    "complete": true, "end": "complete", "nodes": 8, "arcs": 13, "depth": 3, "dead_markings": 0})"));
  EXPECT_THAT(Call({"space", model_, "--count"}).out, HasSubstr("     Nodes:  8\n"));
}

TEST_F(SpaceCommandTest, PartialReportIsPrintedAndEndsWithThree) {
  const Outcome outcome = Call({"space", endless_, "--max-states", "10"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(
      outcome.err,
      "cpngen: the exploration is partial, because of the limit of 10 states (--max-states)\n"
      "cpngen: hint: place Count grows: 4 different colours within 3 steps, 7 within 6, 10 within "
      "9\n");
  EXPECT_THAT(outcome.out, HasSubstr("     Nodes:  10 or more\n"));
}

TEST_F(SpaceCommandTest, ModelErrorComesWithTheRunToIt) {
  const std::string failing = folder_.Write("failing.lua", kFailing);
  const Outcome outcome = Call({"space", failing});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, failing + R"(
run to the error, 2 steps:
   1  Up (c = 0, way = 1)
      - Count: 1`0
      + Count: 1`1
   2  Up (c = 1, way = 1)
      - Count: 1`1
      + Count: 1`2
marking after 2 steps:
  Count: 1`2
)");
  EXPECT_THAT(outcome.err, HasSubstr("3 is not a colour of Digit"));
  EXPECT_EQ(Call({"space", failing, "--count", "--workers", "3"}).out, outcome.out);
  EXPECT_EQ(Call({"space", failing, "--max-states", "100"}).out, outcome.out);
}

TEST_F(SpaceCommandTest, ModelErrorComesAsJsonToo) {
  const std::string failing = folder_.Write("failing.lua", kFailing);
  const Outcome outcome = Call({"space", failing, "--json"});
  EXPECT_EQ(outcome.code, 2);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["model"], failing);
  const Json& error = json["error"];
  EXPECT_EQ(error["where"], failing + ":5");
  EXPECT_THAT(std::string(error["message"]), HasSubstr("3 is not a colour of Digit"));
  EXPECT_EQ(error["trace"].size(), 2u);
  EXPECT_EQ(error["trace"][1]["step"], "Up (c = 1, way = 1)");
  EXPECT_EQ(error["marking"], Json::parse(R"({"Count": [{"count": 1, "value": 2}]})"));
}

TEST_F(SpaceCommandTest, PartialJsonHasNullForWhatIsUnknown) {
  const Outcome outcome = Call({"space", endless_, "--max-states", "10", "--json"});
  EXPECT_EQ(outcome.code, 3);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["end"], "max-states");
  EXPECT_EQ(json["nodes"], 10);
  EXPECT_EQ(json["expanded_nodes"], 9);
  EXPECT_EQ(json["growth"], Json::parse(R"({"steps": [3, 6, 9], "places": [
      {"place": "Count", "tokens": [1, 1, 1], "colours": [4, 7, 10]}]})"));
  const Outcome count = Call({"space", endless_, "--max-states", "10", "--json", "--count"});
  EXPECT_EQ(Json::parse(count.out)["growth"], json["growth"]);
  for (const char* field : {"home_markings", "home", "home_nodes", "live_transitions",
                            "infinite_occurrence_sequences", "fairness"}) {
    EXPECT_EQ(json[field], nullptr) << field;
  }
}

TEST_F(SpaceCommandTest, TimeAndMemoryAreLimits) {
  const Outcome time = StoppedFor(base::StopReason::kMaxSeconds,
                                  {"space", endless_, "--count", "--max-seconds", "500"});
  EXPECT_EQ(time.code, 3);
  EXPECT_THAT(time.out,
              HasSubstr("Status: partial, because of the limit of 500 s (--max-seconds)"));
  const Outcome memory = StoppedFor(base::StopReason::kMaxMemory,
                                    {"space", endless_, "--count", "--max-memory", "100G"});
  EXPECT_EQ(memory.code, 3);
  EXPECT_THAT(memory.out,
              HasSubstr("Status: partial, because of the limit of 100.0 GiB of memory"));
  EXPECT_THAT(memory.err, HasSubstr("cpngen: hint: place Count grows: "));
}

TEST_F(SpaceCommandTest, MemoryIsThatOfTheProcess) {
  const Outcome outcome = Call({"space", endless_, "--max-memory", "1M"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err, "cpngen: stopped while loading " + endless_ +
                             ", because of the limit of 1.0 MiB of memory (--max-memory)\n");
}

TEST_F(SpaceCommandTest, InterruptGivesThePartialReport) {
  const Outcome outcome =
      CallAndAct({"space", endless_, "--max-states", "100000000"}, [] { std::raise(SIGINT); });
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("     Status: partial, because of Ctrl-C\n"));
  EXPECT_THAT(outcome.err, HasSubstr(" states/s, "));
  EXPECT_THAT(outcome.err, HasSubstr("cpngen: the exploration is partial, because of Ctrl-C\n"));
}

TEST_F(SpaceCommandTest, WorkersDoNotChangeTheReport) {
  const Outcome one = Call({"space", model_, "-D", "N=7"});
  EXPECT_EQ(one.out, Call({"space", model_, "-D", "N=7", "--workers", "2"}).out);
  EXPECT_THAT(one.out, HasSubstr("     Nodes:  128\n"));
}

TEST_F(SpaceCommandTest, ReportGoesToTheFileThatIsNamed) {
  const Outcome outcome = Call({"space", model_, "-o", folder_ / "report.txt"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(ReadFile(folder_ / "report.txt"), Call({"space", model_}).out);
}

TEST_F(SpaceCommandTest, GraphGoesToFiles) {
  const Outcome outcome = Call({"space", model_, "--dot", folder_ / "g.dot", "--svg",
                                folder_ / "g.svg", "--dump", folder_ / "g.aut"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(folder_.Names(), ElementsAre("endless.lua", "g.aut", "g.dot", "g.svg", "m.lua"));
  EXPECT_THAT(ReadFile(folder_ / "g.dot"), StartsWith("digraph \"state space\" {\n"));
  EXPECT_THAT(ReadFile(folder_ / "g.svg"), HasSubstr("<svg "));
  EXPECT_THAT(ReadFile(folder_ / "g.aut"), StartsWith("des (0, 13, 8)\n(0, \"Go (x = 1)\", 1)\n"));
}

TEST_F(SpaceCommandTest, LargeStateSpacesAreNotDrawn) {
  const std::vector<std::string> call{"space", model_, "-D", "N=9", "--svg", folder_ / "g.svg"};
  const Outcome outcome = Call(call);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(
      outcome.err,
      "cpngen: --svg: the state space has 256 nodes or more and is too large for a picture (at "
      "most 250 nodes and 1000 arcs). Make the model's parameters smaller, set --max-states, "
      "or use --dump\n");
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(folder_.Names(), ElementsAre("endless.lua", "m.lua"));
}

TEST_F(SpaceCommandTest, SpacesWithManyArcsAreNotDrawn) {
  const std::string dense = folder_.Write("dense.lua", R"(
Node = range(1, 40)
var { x = Node, y = Node }
P = place(Node, { 1 })
T = transition { input = { P(x) }, output = { P(y) } }
)");
  const Outcome outcome = Call({"space", dense, "--dot", folder_ / "g.dot"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("cpngen: --dot: the state space has 1600 arcs and is"));
}

TEST_F(SpaceCommandTest, FailureLeavesNoFileBehind) {
  const Outcome outcome =
      Call({"space", model_, "--dump", folder_ / "g.aut", "--dot", folder_ / "no/g.dot"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "cpngen: --dot " + (folder_ / "no/g.dot") + ": the folder " +
                             (folder_ / "no") + " does not exist\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("endless.lua", "m.lua"));
}

TEST_F(SpaceCommandTest, StatisticsGoToStandardErrorOrIntoTheJson) {
  const Outcome text = Call({"space", model_, "--count", "--stats"});
  EXPECT_THAT(text.err, HasSubstr("binding elements                        4\n"));
  EXPECT_EQ(text.out, Call({"space", model_, "--count"}).out);
  const Outcome json = Call({"space", model_, "--count", "--stats", "--json"});
  EXPECT_EQ(json.err, "");
  EXPECT_EQ(Json::parse(json.out)["statistics"]["binding elements"], 4);
}

TEST_F(SpaceCommandTest, ErrorsOfTheModelEndTheExploration) {
  const std::string wrong = folder_.Write("wrong.lua", R"(
var { n = INT }
P = place(range(0, 3), { 0 })
T = transition { input = { P(n) }, output = { P(expr "n + 1") } }
)");
  const Outcome outcome = Call({"space", wrong, "-o", folder_ / "report.txt"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith(wrong + ":4:"));
  EXPECT_THAT(folder_.Names(), Not(::testing::Contains("report.txt")));
}

}  // namespace
}  // namespace cpngen
