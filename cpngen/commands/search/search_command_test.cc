// `cpngen search` as a user calls it.
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
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::StoppedFor;

/// A door that is opened and shut, until a fault jams it when it is shut.
constexpr const char* kDoor = R"(
jams = param(true)
var { n = INT }
Open, Shut, Jammed = place(UNIT, { unit }), place(UNIT), place(UNIT)
Knocks = place(INT, { 0 })
Close = transition { input = { Open(unit) }, output = { Shut(unit) } }
Reopen = transition { input = { Shut(unit) }, output = { Open(unit) }, kind = "timer" }
Jam = transition { input = { Shut(unit) }, guard = "jams", output = { Jammed(unit) }, kind = "fault" }
Knock = transition { input = { Knocks(n) }, output = { Knocks(expr "(n + 1) % 50") }, weight = 0.5 }
property "opens again" (INV(POS(NF(function(M) return #M.Open == 1 end))))
property "not jammed" (INV(NF(function(M) return #M.Jammed == 0 end)))
property "can jam" (POS(NF(function(M) return #M.Jammed == 1 end)))
chart { messages = {
  [Reopen] = function() return { from = "door", to = "guest", label = "open" } end,
} }
)";

class SearchCommandTest : public ::testing::Test {
 protected:
  Outcome Search(std::vector<std::string> more) {
    more.insert(more.begin(), {"search", model_});
    return Call(more);
  }

  TemporaryFolder folder_;
  std::string model_ = folder_.Write("door.lua", kDoor);
};

TEST_F(SearchCommandTest, ShowsTheWayToTheCriticalTransition) {
  const Outcome outcome = Search({"--property", "opens again"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nopens again: OUT OF REACH in execution "));
  EXPECT_THAT(outcome.out, HasSubstr("(certain: all that can follow was looked at)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("Jam ()\n"));
  EXPECT_THAT(outcome.out, HasSubstr("the critical transition: from here on \"opens again\" is "
                                     "out of reach"));
  EXPECT_THAT(outcome.out, HasSubstr("nearest execution that comes to life"));
}

TEST_F(SearchCommandTest, AllMarkingsAreLookedAtWhereTheyFit) {
  // 50 knocks, and the door is open, shut, or jammed; a fair run jams it in the end.
  const Outcome outcome = Search({"--property", "opens again", "--compare"});
  EXPECT_THAT(outcome.out,
              HasSubstr("\n  of all 150 markings: 50 dead, 50 doomed, 150 almost surely "
                        "doomed; without further faults 50 dead\n"
                        "  what enters a dead marking: Jam (50 steps)\n"
                        "  walks alone: exact\n"));
  const Outcome json = Search({"--property", "opens again", "--json"});
  const auto markings = nlohmann::json::parse(json.out)["properties"][0]["markings"];
  EXPECT_EQ(markings["all"], 150);
  EXPECT_EQ(markings["critical"]["Jam"], 50);
  EXPECT_EQ(markings["walks"], nullptr);
  const Outcome fewer = Search({"--property", "opens again", "--exact-states", "149"});
  EXPECT_THAT(fewer.out, Not(HasSubstr("of all")));
}

TEST_F(SearchCommandTest, DeadMarkingThatNoExecutionMetIsFound) {
  const Outcome outcome =
      Search({"--property", "opens again", "--executions", "1", "--seed", "2", "--json"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  const auto found = nlohmann::json::parse(outcome.out)["properties"][0];
  EXPECT_EQ(found["found"], "dead");
  EXPECT_EQ(found["execution"], nullptr);
  EXPECT_EQ(found["critical"], 2);
  EXPECT_EQ(found["certain"], true);
  EXPECT_THAT(Search({"--property", "opens again", "--executions", "1", "--seed", "2"}).out,
              HasSubstr("OUT OF REACH from step 2 of a run that no execution took (certain"));
}

TEST_F(SearchCommandTest, WalksAloneFindTheSameStep) {
  const Outcome outcome = Search({"--property", "opens again", "--exact-states", "0", "--json"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  const auto found = nlohmann::json::parse(outcome.out)["properties"][0];
  EXPECT_EQ(found["found"], "dead");
  EXPECT_EQ(found["certain"], false);
  EXPECT_GT(found["walks"], 600);
  const auto& steps = found["trace"];
  const std::size_t critical = found["critical"];
  EXPECT_EQ(steps[critical - 1]["transition"], "Jam");
  // The nearest live execution goes the same way up to the step before.
  for (std::size_t i = 0; i + 1 < critical; ++i) {
    EXPECT_EQ(found["live_trace"]["trace"][i]["transition"], steps[i]["transition"]);
  }
}

TEST_F(SearchCommandTest, BeginsAtTheEndOfRunsThatWereLive) {
  // A start that takes eight steps: no beginning of three steps gets behind it.
  const std::string model = folder_.Write("start.lua", R"(
Starting, Up, Down = place(UNIT, { copies(8, unit) }), place(UNIT), place(UNIT)
Start = transition { input = { Starting(unit) } }
Ready = transition { inhibitor = { Starting, Up, Down }, output = { Up(unit) } }
Break = transition { input = { Up(unit) }, output = { Down(unit) }, kind = "fault", weight = 0 }
Idle = transition { test = { Up(unit) } }
property "is up" (INV(POS(NF(function(M) return #M.Up == 1 end))))
)");
  const std::vector<std::string> call = {"search",  model, "--exact-states", "0", "--depth", "3",
                                         "--steps", "100", "--json"};
  EXPECT_EQ(Call(call).code, 0);
  std::vector<std::string> from_live = call;
  from_live.insert(from_live.end(), {"--from-live", "2"});
  const Outcome outcome = Call(from_live);
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  const auto found = nlohmann::json::parse(outcome.out)["properties"][0];
  EXPECT_EQ(found["found"], "dead");
  EXPECT_EQ(found["begun"], 9);
  EXPECT_EQ(found["critical"], 10);
  EXPECT_EQ(found["trace"][9]["transition"], "Break");
}

TEST_F(SearchCommandTest, TemperatureFindsWhatDiesBehindTheBeginnings) {
  // Up again and again, until the ninth fault.
  const std::string model = folder_.Write("wear.lua", R"(
Lives, Up, Down = place(UNIT, { copies(8, unit) }), place(UNIT, { unit }), place(UNIT)
Break = transition { input = { Up(unit) }, output = { Down(unit) }, kind = "fault" }
Mend = transition { input = { Down(unit), Lives(unit) }, output = { Up(unit) } }
Idle = transition { test = { Down(unit) } }
Work = transition { test = { Up(unit) } }
property "is up" (INV(POS(NF(function(M) return #M.Up == 1 end))))
)");
  const std::vector<std::string> call = {"search",  model, "--exact-states", "0",  "--depth", "3",
                                         "--steps", "400", "--executions",   "50", "--json"};
  EXPECT_EQ(Call(call).code, 0);
  std::vector<std::string> hot = call;
  hot.push_back("--temperature");
  const Outcome outcome = Call(hot);
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  const auto found = nlohmann::json::parse(outcome.out)["properties"][0];
  EXPECT_EQ(found["found"], "dead");
  const std::size_t critical = found["critical"];
  EXPECT_EQ(found["trace"][critical - 1]["transition"], "Break");
  std::size_t broken = 0;
  for (std::size_t i = 0; i < critical; ++i) {
    broken += found["trace"][i]["transition"] == "Break" ? 1 : 0;
  }
  EXPECT_EQ(broken, 9u);
  hot.insert(hot.end(), {"--workers", "2"});
  EXPECT_EQ(Call(hot).out, outcome.out);
}

TEST_F(SearchCommandTest, EveryPropertyThatFitsIsLookedFor) {
  const Outcome outcome = Search({"--json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("note: \"can jam\" cannot be looked for: "));
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json["properties"].size(), 2u);
  EXPECT_EQ(json["properties"][0]["sort"], "liveness");
  EXPECT_EQ(json["properties"][0]["found"], "dead");
  EXPECT_EQ(json["properties"][1]["sort"], "safety");
  EXPECT_EQ(json["properties"][1]["found"], "violated");
}

TEST_F(SearchCommandTest, NothingIsFoundWhereNothingIs) {
  const Outcome outcome = Search({"-D", "jams=false"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("\nopens again: nothing found in "));
  EXPECT_THAT(outcome.out, HasSubstr("\nnot jammed: nothing found in "));
}

TEST_F(SearchCommandTest, OutputDoesNotDependOnTheWorkers) {
  const std::vector<std::string> call = {"--seed", "5", "--json", "--exact-states", "0"};
  std::vector<std::string> three = call;
  three.insert(three.end(), {"--workers", "3"});
  const Outcome one = Search(call);
  EXPECT_EQ(one.code, 1);
  EXPECT_EQ(one.out, Search(three).out);
}

TEST_F(SearchCommandTest, OfShardsTheLowestExecutionIsThatOfTheWhole) {
  for (const char* const seed : {"3", "4", "5"}) {
    const std::vector<std::string> call = {"--property",  "opens again", "--seed", seed,
                                           "--from-live", "2",           "--json", "--exact-states",
                                           "0",           "--depth",     "6"};
    const auto whole = nlohmann::json::parse(Search(call).out)["properties"];
    nlohmann::json lowest;
    for (const char* const shard : {"1/3", "2/3", "3/3"}) {
      std::vector<std::string> words = call;
      words.insert(words.end(), {"--shard", shard});
      auto found = nlohmann::json::parse(Search(words).out)["properties"];
      if (found[0]["execution"].is_null()) continue;
      if (lowest.is_null() || found[0]["execution"] < lowest[0]["execution"]) lowest = found;
    }
    EXPECT_EQ(lowest, whole) << "seed " << seed;
  }
}

TEST_F(SearchCommandTest, FilesHaveTheWayAndTheNearestLiveExecution) {
  const std::string trace = folder_.path() / "found.json";
  const std::string chart = folder_.path() / "found.svg";
  const Outcome outcome = Search({"--property", "opens again", "--trace", trace, "--msc", chart});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(ReadFile(trace), HasSubstr("\"property\": \"opens again (comes to life)\""));
  EXPECT_THAT(ReadFile(chart), HasSubstr("the critical transition"));
  EXPECT_THAT(ReadFile(folder_.path() / "found.live.svg"), HasSubstr("door"));
  const Outcome replay = Call({"simulate", model_, "--replay", trace, "--property", "opens again"});
  EXPECT_EQ(replay.code, 0) << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("Jam"));
}

TEST_F(SearchCommandTest, WrongCallsAreRefused) {
  EXPECT_THAT(Search({"--property", "can jam"}).err,
              HasSubstr("--property: \"can jam\" cannot be looked for: a search is for what must "
                        "come again and again"));
  EXPECT_EQ(Search({"--property", "can jam"}).code, 2);
  for (const char* const shard : {"0/2", "3/2", "1", "1/", "/2", "1/2x", "-1/2"}) {
    EXPECT_THAT(Search({"--shard", shard}).err,
                HasSubstr("is no share: write I/N, with I from 1 to N"))
        << shard;
  }
  EXPECT_THAT(Search({"--msc", "a.png"}).err, HasSubstr("--msc a.png: the name must end in"));
  EXPECT_THAT(Search({"--property", "opns again"}).err, HasSubstr("did you mean \"opens again\"?"));
}

TEST_F(SearchCommandTest, ALimitLeavesWhatWasFound) {
  const Outcome outcome =
      StoppedFor(base::StopReason::kInterrupted,
                 {"search", model_, "-D", "jams=false", "--property", "opens again", "--executions",
                  "1000000000", "--depth", "1000", "--depth-step", "1"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("partial: ended by "));
  EXPECT_THAT(outcome.out, Not(EndsWith("\n\n")));
}

TEST_F(SearchCommandTest, LassosAreFairToWhatTheModelSays) {
  const std::string model = folder_.Write("table.lua", R"(
Guest = range(1, 2)
var { g = Guest }
Outside, Inside, Free = place(Guest, all), place(Guest), place(UNIT, { unit })
Enter = transition { input = { Outside(g), Free(unit) }, output = { Inside(g) }, fair = { strong = g } }
Leave = transition { input = { Inside(g) }, output = { Outside(g), Free(unit) } }
property "guest 2 enters" (INV(EV(NF(function(M) return #M.Inside == 1 and M.Inside[1] == 2 end))))
)");
  const auto search = [&](const char* fairness) {
    return Call({"search", model, "--lassos", "--fairness", fairness});
  };
  EXPECT_EQ(search("declared").code, 0) << search("declared").out;
  EXPECT_EQ(search("weak").code, 0);
  EXPECT_EQ(search("none").code, 1);
  EXPECT_THAT(search("none").out, HasSubstr("LIVELOCK"));
}

}  // namespace
}  // namespace cpngen
