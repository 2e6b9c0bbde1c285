#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using testing::Outcome;
using ::testing::StartsWith;

/// Each of two clients takes left or right; on the left, both meet.
constexpr const char* kMeeting = R"(
Side = enum { "left", "right" }
Client = range(1, 2)
var { c = Client, s = Side }
Start, At = place(Client, all), place(product(Client, Side))
Go = transition { input = { Start(c) }, output = { At { c, s } } }
local function left(M)
  local count = 0
  for _, at in ipairs(M.At) do if at[2] == "left" then count = count + 1 end end
  return count
end
property "alone" (INV(NF(function(M) return left(M) <= 1 end)))
property "few" (INV(NF(function(M) return #M.At <= 2 end)))
property "meet" (EV(NF(function(M) return left(M) == 2 end)))
property "can meet" (POS(NF(function(M) return left(M) == 2 end)))
chart { messages = {
  [Go] = function(c, s) return { from = "client " .. c, to = s, label = "go" } end,
} }
)";

class SimulateRunsTest : public ::testing::Test {
 protected:
  Outcome Runs(std::vector<std::string> more) {
    more.insert(more.begin(), {"simulate", model_, "--runs"});
    return Call(more);
  }

  TemporaryFolder folder_;
  std::string model_ = folder_.Write("m.lua", kMeeting);
};

TEST_F(SimulateRunsTest, FirstViolationIsShownWithItsSeed) {
  const Outcome outcome = Runs({"20", "--property", "alone"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out,
              StartsWith(model_ + "; 20 runs, seeds 1 to 20\n40 steps; the runs ended: "));
  EXPECT_THAT(outcome.out,
              MatchesRegex(".*alone: VIOLATED in [0-9]+ of 20 runs, first with --seed [0-9]+\n"
                           "  counterexample, 2 steps:\n"
                           "     1  Go \\(c = ., s = left\\)\n"
                           "        - Start: 1`.\n"
                           "        \\+ At: 1`\\(., left\\)\n"
                           "     2  Go \\(c = ., s = left\\)\n"
                           "        - Start: 1`.\n"
                           "        \\+ At: 1`\\(., left\\)\n"
                           "        -- NF does not hold: \"alone\" is violated \\(.*m.lua:12\\)\n"
                           "  marking after 2 steps:\n"
                           "    At: 1`\\(1, left\\) \\+\\+ 1`\\(2, left\\)\n"));
}

TEST_F(SimulateRunsTest, RunOfTheSeedIsTheOneThatSimulatePrints) {
  const auto found = nlohmann::json::parse(Runs({"20", "--property", "alone", "--json"}).out);
  const auto seed = found["properties"][0]["first_seed"].get<int>();
  const auto run = nlohmann::json::parse(
      Call({"simulate", model_, "--seed", std::to_string(seed), "--json"}).out);
  EXPECT_EQ(found["properties"][0]["trace"], run["steps"]);
}

TEST_F(SimulateRunsTest, WhatNoRunViolatesIsNotCalledProved) {
  const Outcome outcome = Runs({"3", "--seed", "5", "--property", "few"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, model_ +
                             "; 3 runs, seeds 5 to 7\n"
                             "6 steps; the runs ended: 3 in a dead marking\n"
                             "few: not violated in 3 runs\n");
}

TEST_F(SimulateRunsTest, DeadEndWithoutItViolatesEv) {
  const Outcome outcome = Runs({"20", "--property", "meet"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("        -- NF never holds: \"meet\" is violated ("));
  EXPECT_THAT(outcome.out, HasSubstr("\n  dead marking after 2 steps:\n"));
}

TEST_F(SimulateRunsTest, RunThatTheLimitEndsViolatesNoEv) {
  const Outcome outcome = Runs({"20", "--steps", "1", "--property", "meet"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("20 steps; the runs ended: 20 after 1 step (--steps)\n"));
}

TEST_F(SimulateRunsTest, PropertyThatNoFiniteRunViolatesIsRefused) {
  const Outcome outcome = Runs({"3", "--property", "can meet"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "cpngen: --property can meet: no finite run can violate it: POS claims that "
            "there is a run, and another one than those simulated may be it (" +
                model_ + ":15); cpngen check decides it\n");
}

TEST_F(SimulateRunsTest, WithoutNamesAllThatARunCanViolateAreWatched) {
  const Outcome outcome = Runs({"5", "--json"});
  EXPECT_THAT(outcome.err, StartsWith("cpngen: note: \"can meet\" is left out, since no finite run "
                                      "can violate it: POS claims"));
  const auto json = nlohmann::json::parse(outcome.out);
  std::vector<std::string> names;
  for (const auto& property : json["properties"]) names.push_back(property["property"]);
  EXPECT_THAT(names, ElementsAre("alone", "few", "meet"));
  EXPECT_EQ(json["runs"], 5);
  EXPECT_EQ(json["complete"], true);
}

TEST_F(SimulateRunsTest, TraceFileCanBeReplayed) {
  const std::string file = folder_ / "found.json";
  Runs({"20", "--property", "alone", "--record", file});
  const Outcome outcome = Call({"simulate", model_, "--replay", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("-- NF does not hold: \"alone\" is violated"));
}

TEST_F(SimulateRunsTest, ChartsAreOfTheFirstViolations) {
  EXPECT_EQ(Runs({"20", "--msc", folder_ / "c.mmd"}).code, 1);
  EXPECT_THAT(folder_.Names(), ElementsAre("c.alone.mmd", "c.meet.mmd", "m.lua"));
  EXPECT_THAT(ReadFile(folder_ / "c.alone.mmd"),
              StartsWith("sequenceDiagram\n  title m#58; alone is violated by the run of seed "));
}

TEST_F(SimulateRunsTest, NoteSaysThatThereIsNoChart) {
  const std::string chart = folder_ / "c.svg";
  EXPECT_EQ(Runs({"2", "--property", "few", "--msc", chart}).err,
            "cpngen: note: no chart is written to " + chart + ": no property is violated\n");
}

TEST_F(SimulateRunsTest, FailingModelNamesTheSeed) {
  const std::string failing = folder_.Write(
      "f.lua",
      "Count = place(range(0, 2), { 0 })\nvar { i = range(0, 2) }\n"
      "Add = transition { input = { Count(i) }, output = { Count(expr \"i + 1\") } }\n"
      "property \"p\" (INV(NF(function(M) return true end)))\n");
  const Outcome outcome = Call({"simulate", failing, "--runs", "2", "--seed", "9"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              StartsWith("cpngen: note: the model fails in the run of seed 9; cpngen simulate "
                         "--seed 9 shows its steps\n" +
                         failing + ":3:"));
}

TEST_F(SimulateRunsTest, ModelWithoutSuchAPropertyIsRefused) {
  const std::string model =
      folder_.Write("p.lua",
                    "A = place(INT, { 1 })\n"
                    "property \"p\" (POS(NF(function(M) return true end)))\n");
  const Outcome outcome = Call({"simulate", model, "--runs", "2"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cpngen: --runs 2: " + model +
                                     " states no property that a finite run can violate\n"));
}

}  // namespace
}  // namespace cpngen
