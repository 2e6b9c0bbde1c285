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
using testing::CallAndAct;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Outcome;
using ::testing::StartsWith;
using testing::StoppedFor;

/// Each of N processes reads the counter, and writes what it read plus one.
constexpr const char* kCounter = R"(
N = param(2)
Process = range(1, N)
var { p = Process, n = INT, m = INT }
Idle, Done = place(Process, all), place(Process)
Counter, Noise = place(INT, { 0 }), place(INT, { 20 })
HasRead = place(product(Process, INT))
Read = transition { input = { Idle(p) }, test = { Counter(n) }, output = { HasRead { p, n } } }
Write = transition { input = { HasRead { p, n }, Counter(m) },
                     output = { Counter(expr "n + 1"), Done(p) } }
Ring = transition { input = { Noise(n) }, guard = "n > 0", output = { Noise(expr "n - 1") } }
property "counted" (INV(NF(function(M) return #M.Done < N or M.Counter[1] == N end)))
property "done" (EV(NF(function(M) return #M.Done == N end)))
property "few" (INV(NF(function(M) return #M.HasRead < 2 end)))
property "can be done" (POS(NF(function(M) return #M.Done == N end)))
chart { messages = {
  [Read] = function(p) return { from = "counter", to = "process " .. p, label = "read" } end,
} }
)";

class SimulateSchedulesTest : public ::testing::Test {
 protected:
  Outcome Schedules(std::vector<std::string> more) {
    more.insert(more.begin(), {"simulate", model_, "--schedules"});
    return Call(more);
  }

  TemporaryFolder folder_;
  std::string model_ = folder_.Write("counter.lua", kCounter);
};

TEST_F(SimulateSchedulesTest, ShortestRunIsShown) {
  const Outcome outcome = Schedules({"1000", "--strategy", "random", "--property", "counted"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, StartsWith(model_ + ": N = 2; "));
  EXPECT_THAT(outcome.out, HasSubstr("\ncounted: VIOLATED by schedule "));
  EXPECT_THAT(outcome.out, HasSubstr("; 4 steps of "));
  EXPECT_THAT(outcome.out, HasSubstr("\n  counterexample, 4 steps:\n"));
}

TEST_F(SimulateSchedulesTest, OutputDoesNotDependOnTheWorkers) {
  const std::vector<std::string> call = {"300", "--strategy", "pct:2", "--seed", "7", "--json"};
  std::vector<std::string> three = call;
  three.insert(three.end(), {"--workers", "3"});
  const Outcome one = Schedules(call);
  EXPECT_EQ(one.code, 1);
  EXPECT_EQ(one.out, Schedules(three).out);
}

TEST_F(SimulateSchedulesTest, EachPropertyIsLookedForUntilItIsViolated) {
  const Outcome outcome = Schedules({"500", "--json"});
  EXPECT_THAT(outcome.err, StartsWith("cpngen: note: \"can be done\" is left out"));
  const auto json = nlohmann::json::parse(outcome.out);
  std::vector<std::string> verdicts;
  for (const auto& property : json["properties"]) {
    verdicts.push_back(property["property"].get<std::string>() + " " + property["verdict"].dump());
  }
  EXPECT_THAT(verdicts, ElementsAre("counted \"violated\"", "done null", "few \"violated\""));
  EXPECT_EQ(json["schedules"], 500);
  EXPECT_EQ(json["strategy"], "portfolio");
}

TEST_F(SimulateSchedulesTest, ScheduleFileRunsAgain) {
  const std::string file = folder_ / "found.schedule";
  const Outcome found =
      Schedules({"1000", "--property", "counted", "--schedule-file", file, "--json"});
  const Outcome again = Call({"simulate", model_, "--replay", file, "--json"});
  EXPECT_EQ(again.code, 1) << again.err;
  const auto first = nlohmann::json::parse(found.out)["properties"][0];
  const auto second = nlohmann::json::parse(again.out)["properties"][0];
  EXPECT_EQ(first["found"]["trace"], second["found"]["trace"]);
  EXPECT_EQ(second["verdict"], "violated");
}

TEST_F(SimulateSchedulesTest, TraceFileRunsAgain) {
  const std::string file = folder_ / "found.json";
  Schedules({"1000", "--property", "counted", "--record", file});
  const Outcome again = Call({"simulate", model_, "--replay", file});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("-- NF does not hold: \"counted\" is violated"));
}

TEST_F(SimulateSchedulesTest, SeveralFindingsHaveFilesOfTheirOwn) {
  Schedules({"500", "--schedule-file", folder_ / "f.schedule", "--msc", folder_ / "c.mmd"});
  EXPECT_THAT(folder_.Names(), ElementsAre("c.counted.mmd", "c.few.mmd", "counter.lua",
                                           "f.counted.schedule", "f.few.schedule"));
}

TEST_F(SimulateSchedulesTest, ScheduleOfAnotherModelIsRefused) {
  const std::string file = folder_ / "found.schedule";
  Schedules({"1000", "--property", "counted", "--schedule-file", file});
  const Outcome parameter = Call({"simulate", model_, "-D", "N=3", "--replay", file});
  EXPECT_EQ(parameter.code, 2);
  EXPECT_THAT(parameter.err, HasSubstr("it was made with N = 2, and here N is 3; add -D N=2"));
  std::string changed = kCounter;
  changed.replace(changed.find("{ 20 }"), 6, "{ 0 } ");
  folder_.Write("counter.lua", changed);
  const Outcome other = Call({"simulate", model_, "--replay", file});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("choice 1: the schedule has Read (p = "));
}

TEST_F(SimulateSchedulesTest, WhatIsOwedForLongIsOnlySuspected) {
  const std::string model = folder_.Write("loop.lua", R"(
A = place(UNIT, { unit })
Again = transition { input = { A(unit) }, output = { A(unit) } }
property "ends" (EV(NF(function(M) return #M.A == 0 end)))
)");
  const Outcome suspected = Call({"simulate", model, "--schedules", "1", "--strategy", "random",
                                  "--steps", "100", "--temperature", "30"});
  EXPECT_EQ(suspected.code, 1);
  EXPECT_THAT(suspected.out, HasSubstr("ends: SUSPECTED by schedule 0 of random\n"));
  EXPECT_THAT(suspected.out, HasSubstr("counterexample, 31 steps"));
  const Outcome never = Call({"simulate", model, "--schedules", "1", "--strategy", "random",
                              "--steps", "100", "--temperature", "0"});
  EXPECT_EQ(never.code, 0);
  EXPECT_THAT(never.out, HasSubstr("the runs ended: 1 at the bound (--steps)\n"));
}

TEST_F(SimulateSchedulesTest, FailingModelIsShownWithItsShortestRun) {
  const std::string model = folder_.Write("f.lua", R"(
Small = range(0, 2)
var { n = Small, k = INT }
Count, Noise = place(Small, { 0 }), place(INT, { 9 })
Up = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
Ring = transition { input = { Noise(k) }, guard = "k > 0", output = { Noise(expr "k - 1") } }
property "p" (INV(NF(function(M) return true end)))
)");
  const Outcome outcome = Call({"simulate", model, "--schedules", "10"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("run to the error, 2 steps:\n"));
  EXPECT_THAT(outcome.err, HasSubstr("f.lua:5"));
}

TEST_F(SimulateSchedulesTest, ExhaustiveStrategySaysSo) {
  const Outcome outcome = Schedules({"100000", "--strategy", "dfs:4", "--property", "done"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("the strategy has nothing left to try\n"));
}

TEST_F(SimulateSchedulesTest, WrongCallsAreRefused) {
  const auto error = [&](std::vector<std::string> call) {
    call.insert(call.begin(), {"simulate", model_});
    const Outcome outcome = Call(call);
    EXPECT_EQ(outcome.code, 2);
    return outcome.err.substr(0, outcome.err.find('\n'));
  };
  EXPECT_EQ(error({"--schedules", "3", "--strategy", "pct:0"}),
            "cpngen: --strategy: strategy 'pct:0': pct takes a depth from 1 to 1000, as in pct:3");
  EXPECT_EQ(error({"--strategy", "pct:3"}), "cpngen: --strategy requires --schedules");
  EXPECT_EQ(error({"--schedules", "3", "--runs", "3"}), "cpngen: --runs excludes --schedules");
  EXPECT_EQ(error({"--schedules", "3", "--machines", "p"}),
            "cpngen: --machines p: give process, transition, binding, or var: and the names of "
            "variables, as in var:s,c");
  EXPECT_EQ(error({"--schedules", "3", "--property", "can be done"}).substr(0, 75),
            "cpngen: --property can be done: no finite run can violate it: POS claims th");
}

TEST_F(SimulateSchedulesTest, StoppedSearchSaysSo) {
  const Outcome outcome =
      StoppedFor(base::StopReason::kInterrupted,
                 {"simulate", model_, "--schedules", "100000000", "--property", "done"});
  EXPECT_EQ(outcome.code, 3);
}

}  // namespace
}  // namespace cpngen
