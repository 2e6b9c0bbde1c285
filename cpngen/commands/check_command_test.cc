#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using ::testing::AllOf;
using testing::Call;
using testing::CallAndAct;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;
using ::testing::StartsWith;
using testing::StoppedFor;

/// A light that is switched on, and then breaks or blinks for ever.
constexpr const char* kModel = R"(
limit = param(3)
Light = enum { "off", "on", "broken" }
var { l = Light }
Lamp = place(Light, { "off" })
SwitchOn  = transition { input = { Lamp "off" }, output = { Lamp "on" } }
Blink     = transition { input = { Lamp "on" }, output = { Lamp "off" } }
Break     = transition { input = { Lamp "on" }, output = { Lamp "broken" } }
local function is(colour) return NF(function(M) return M.Lamp[1] == colour end) end
property "never broken" (INV(NOT(is "broken")))
property "breaks" (EV(is "broken"))
property "can break" (POS(is "broken"))
property "one light" (INV(NF(function(M) return #M.Lamp == 1 end)))
)";

constexpr const char* kChart = R"(
chart { messages = {
  [SwitchOn] = function() return { from = "hand", to = "lamp", label = "on" } end,
  [Blink] = function() return { from = "lamp", to = "lamp", label = "off" } end,
} }
)";

/// Counts without end.
constexpr const char* kEndless = R"(
var { i = INT }
Count = place(INT, { 0 })
Add = transition { input = { Count(i) }, output = { Count(expr "i + 1") } }
property "goes on" (INV(NF(function(M) return M.Count[1] >= 0 end)))
property "reaches three" (POS(NF(function(M) return M.Count[1] == 3 end)))
property "is small" (INV(NF(function(M) return M.Count[1] < 4 end)))
)";

/// Times differ from run to run.
std::string WithoutTimes(const std::string& text) {
  return std::regex_replace(text, std::regex("[0-9]+\\.[0-9]{2} s\\b"), "T s");
}

class CheckTest : public ::testing::Test {
 protected:
  nlohmann::json Json(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"check", model_});
    arguments.emplace_back("--json");
    return nlohmann::json::parse(Call(arguments).out);
  }

  TemporaryFolder folder_;
  std::string model_ = folder_.Write("m.lua", kModel);
  std::string drawn_ = folder_.Write("drawn.lua", std::string(kModel) + kChart);
  std::string endless_ = folder_.Write("endless.lua", kEndless);
};

TEST_F(CheckTest, EachPropertyHasALineAndWhatShowsIt) {
  const Outcome outcome = Call({"check", model_});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(WithoutTimes(outcome.out), model_ + R"(: limit = 3
3 states, 3 arcs, T s
never broken: VIOLATED (3 states, T s)
  counterexample, 2 steps:
     1  SwitchOn ()
        - Lamp: 1`off
        + Lamp: 1`on
     2  Break ()
        - Lamp: 1`on
        + Lamp: 1`broken
        -- NOT of "never broken" does not hold ()" +
                                           model_ + R"(:10)
  marking after 2 steps:
    Lamp: 1`broken
breaks: VIOLATED (3 states, T s)
  counterexample, 2 steps:
        -- from here on NF of "breaks" does not hold ()" +
                                           model_ + R"(:9)
  loop: steps 1 to 2 occur again and again
     1  SwitchOn ()
        - Lamp: 1`off
        + Lamp: 1`on
     2  Blink ()
        - Lamp: 1`on
        + Lamp: 1`off
  back in the marking before step 1
can break: holds (3 states, T s)
  witness, 2 steps:
     1  SwitchOn ()
        - Lamp: 1`off
        + Lamp: 1`on
     2  Break ()
        - Lamp: 1`on
        + Lamp: 1`broken
        -- NF of "can break" holds ()" + model_ +
                                           R"(:9)
  marking after 2 steps:
    Lamp: 1`broken
one light: holds (3 states, T s)
)");
}

TEST_F(CheckTest, ChosenPropertiesAreCheckedInTheOrderOfTheCall) {
  const auto json =
      Json({"--property", "one light", "--property", "breaks", "--property", "one light"});
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["property"], "one light");
  EXPECT_EQ(json[1]["property"], "breaks");
}

TEST_F(CheckTest, CodeIsZeroWhenAllHold) {
  EXPECT_EQ(Call({"check", model_, "--property", "one light"}).code, 0);
}

TEST_F(CheckTest, UnknownPropertyNamesTheNearest) {
  const Outcome outcome = Call({"check", model_, "--property", "can brake"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "cpngen: --property can brake: the model has no such property (there are \"never "
            "broken\", \"breaks\", \"can break\", \"one light\"); did you mean \"can break\"?\n");
}

TEST_F(CheckTest, ModelWithoutPropertiesIsAnError) {
  const std::string none = folder_.Write("none.lua", "P = place(INT)\n");
  const Outcome outcome = Call({"check", none});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "cpngen: " + none +
                             ": the model states no property; property \"name\" (formula) does "
                             "(docs/properties.md)\n");
}

/// A sender whose messages a network loses, or not.
constexpr const char* kFairModel = R"(
Sent, Got = place(UNIT), place(UNIT)
Send = transition { inhibitor = { Sent }, output = { Sent(unit) } }
Lose = transition { input = { Sent(unit) } }
Receive = transition { input = { Sent(unit) }, inhibitor = { Got }, output = { Got(unit) }, fair = "strong" }
Use = transition { input = { Got(unit) } }
property "arrives" (INV(EV(AF(Receive))))
)";

TEST_F(CheckTest, FairnessOfTheModelCountsUnlessTheCallSaysOtherwise) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("fair.lua", kFairModel);
  const Outcome declared = Call({"check", model});
  EXPECT_EQ(declared.code, 1);  // the message may lie in Got for ever: Use is owed nothing
  EXPECT_THAT(declared.out, HasSubstr("fair: Receive, strong\n"));
  const Outcome none = Call({"check", model, "--fairness", "none"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.out, HasSubstr("fairness is left aside: all runs for ever count\n"));
  const Outcome weak = Call({"check", model, "--fairness", "weak"});
  EXPECT_EQ(weak.code, 0) << weak.out;
  EXPECT_THAT(weak.out, HasSubstr("fair: every transition, weak; Receive, strong\n"));
  const Outcome strong = Call({"check", model, "--fairness", "strong", "--json"});
  EXPECT_EQ(strong.code, 0);
  EXPECT_EQ(nlohmann::json::parse(strong.out)[0]["fairness"], "strong");
  EXPECT_EQ(Call({"check", model, "--fairness", "some"}).code, 2);
}

TEST_F(CheckTest, ALoopSaysWhyItIsFair) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("fair.lua", kFairModel);
  EXPECT_THAT(Call({"check", model, "--fairness", "strong", "--property", "arrives"}).out,
              HasSubstr("arrives: holds"));
  const std::string other =
      folder.Write("other.lua", std::string(kFairModel) + "property \"lost\" (EV(AF(Lose)))\n");
  EXPECT_THAT(Call({"check", other, "--fairness", "weak", "--property", "lost"}).out,
              HasSubstr("the loop is fair: it takes Send, Receive, Use; weak fairness owes nothing "
                        "to Lose, not enabled all along"));
}

TEST_F(CheckTest, JsonHasVerdictFiguresAndSteps) {
  const auto json = Json({});
  ASSERT_EQ(json.size(), 4u);
  const auto& broken = json[0];
  EXPECT_EQ(broken["property"], "never broken");
  EXPECT_EQ(broken["holds"], false);
  EXPECT_EQ(broken["states"], 3);
  EXPECT_EQ(broken["arcs"], 3);
  EXPECT_TRUE(broken["seconds"].is_number());
  EXPECT_EQ(broken["complete"], true);
  EXPECT_EQ(broken["evidence"], "counterexample");
  ASSERT_EQ(broken["trace"].size(), 2u);
  EXPECT_EQ(broken["trace"][1]["transition"], "Break");
  EXPECT_EQ(broken["trace"][1]["moves"][0]["removed"][0]["value"], "on");
  EXPECT_EQ(broken["ends_dead"], false);  // what comes after it is of no interest
  EXPECT_TRUE(broken["loop"].is_null());
  EXPECT_EQ(broken["marking"]["Lamp"][0]["value"], "broken");
  EXPECT_EQ(broken["remarks"][0]["after"], 2);
  EXPECT_EQ(json[1]["loop"], 1);
  EXPECT_EQ(json[1]["ends_dead"], false);
  EXPECT_EQ(json[2]["evidence"], "witness");
  EXPECT_EQ(json[3]["holds"], true);
  EXPECT_TRUE(json[3]["trace"].is_null());
  EXPECT_TRUE(json[3]["evidence"].is_null());
}

TEST_F(CheckTest, NotesSayWhereTheModelIsVacuous) {
  const std::string model =
      folder_.Write("v.lua", std::string(kModel) +
                                 "Spare = place(Light)\nproperty \"spare\" "
                                 "(INV(NF(function(M) return #M.Spare == 0 end)))\n");
  const Outcome outcome = Call({"check", model, "--property", "spare"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(WithoutTimes(outcome.out),
            model +
                ": limit = 3\n3 states, 3 arcs, T s\nspare: holds (3 states, T s)\n"
                "  note: the property reads place Spare, which is never marked (" +
                model + ":15)\n");
  const auto json =
      nlohmann::json::parse(Call({"check", model, "--property", "spare", "--json"}).out);
  EXPECT_EQ(json[0]["notes"][0]["kind"], "place_never_marked");
  EXPECT_EQ(json[0]["notes"][0]["where"], model + ":15");
}

TEST_F(CheckTest, LimitLeavesUnknownWhatItCutsAndSaysSo) {
  const Outcome outcome = Call({"check", endless_, "--max-states", "2"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(WithoutTimes(outcome.out),
            endless_ +
                "\npartial: 2 states, 1 arc, T s; ended by the limit of 2 states "
                "(--max-states)\n"
                "goes on: unknown (partial: 2 states, T s)\n"
                "reaches three: unknown (partial: 2 states, T s)\n"
                "is small: unknown (partial: 2 states, T s)\n");
  const auto json =
      nlohmann::json::parse(Call({"check", endless_, "--max-states", "2", "--json"}).out);
  EXPECT_TRUE(json[0]["holds"].is_null());
  EXPECT_EQ(json[0]["complete"], false);
  EXPECT_EQ(json[0]["end"], "max-states");
}

TEST_F(CheckTest, LimitComesWithAHintWhichPlacesGrow) {
  const Outcome outcome = Call({"check", endless_, "--property", "goes on", "--max-states", "10"});
  EXPECT_THAT(
      WithoutTimes(outcome.out),
      HasSubstr("ended by the limit of 10 states (--max-states)\n"
                "  hint: place Count grows: 4 different colours within 3 steps, 7 within 6, 10 "
                "within 9\n"
                "goes on: unknown"));
  const auto json = nlohmann::json::parse(
      Call({"check", endless_, "--property", "goes on", "--max-states", "10", "--json"}).out);
  EXPECT_EQ(json[0]["growth"], nlohmann::json::parse(R"({"steps": [3, 6, 9], "places": [
      {"place": "Count", "tokens": [1, 1, 1], "colours": [4, 7, 10]}]})"));
}

TEST_F(CheckTest, ViolationBeatsALimit) {
  const Outcome outcome = Call({"check", endless_, "--max-states", "100", "--json"});
  EXPECT_EQ(outcome.code, 1);
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_TRUE(json[0]["holds"].is_null());
  EXPECT_EQ(json[1]["holds"], true);
  EXPECT_EQ(json[2]["holds"], false);
  EXPECT_EQ(json[2]["trace"].size(), 4u);
}

TEST_F(CheckTest, AnswerThatIsThereEndsAnEndlessExploration) {
  const Outcome outcome = Call({"check", endless_, "--property", "reaches three"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr(" s; stopped, since all is known\nreaches three: holds ("));
}

TEST_F(CheckTest, OtherLimitsEndAnExploration) {
  const std::vector<std::string> call{"check",         endless_, "--property",   "goes on",
                                      "--max-seconds", "500",    "--max-memory", "100G"};
  EXPECT_THAT(StoppedFor(base::StopReason::kMaxSeconds, call).out,
              HasSubstr("; ended by the limit of 500 s (--max-seconds)\n"));
  EXPECT_THAT(StoppedFor(base::StopReason::kMaxMemory, call).out,
              HasSubstr("; ended by the limit of 100.0 GiB of memory (--max-memory)\n"));
}

TEST_F(CheckTest, ControlCGivesThePartialReport) {
  const Outcome outcome =
      CallAndAct({"check", endless_, "--property", "goes on"}, [] { std::raise(SIGINT); });
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("; ended by Ctrl-C\n"), HasSubstr("\ngoes on: unknown (partial: ")));
}

TEST_F(CheckTest, WorkersDoNotChangeTheReport) {
  const std::string one = WithoutTimes(Call({"check", model_}).out);
  EXPECT_EQ(WithoutTimes(Call({"check", model_, "--workers", "3"}).out), one);
}

TEST_F(CheckTest, StatisticsGoToStandardError) {
  const Outcome outcome = Call({"check", model_, "--stats"});
  EXPECT_THAT(outcome.err, HasSubstr("binding elements"));
  EXPECT_THAT(outcome.err, HasSubstr("state function calls"));
  EXPECT_THAT(outcome.err, ContainsRegex("arc bytes +[1-9]"));
}

TEST_F(CheckTest, DeadMarkingThatEndsTheRunIsSaid) {
  const std::string model = folder_.Write(
      "d.lua", std::string(kModel) + "property \"on for ever\" (INV(EV(is \"on\")))\n");
  const Outcome outcome = Call({"check", model, "--property", "on for ever"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("  dead marking after 2 steps:\n    Lamp: 1`broken\n"));
}

// ------------------------------------------------------------------------------------ trace files

/// A model error, met on the way or in a property's function, and the run to it.
TEST_F(CheckTest, ModelErrorComesWithTheRunToIt) {
  const std::string failing = folder_.Write("failing.lua", R"(
Digit = range(0, 1)
var { d = Digit }
Count = place(Digit, { 0 })
Up = transition { input = { Count(d) }, output = { Count(expr "d + 1") } }
property "p" (INV(NF(function(M) return #M.Count == 1 end)))
)");
  const std::string file = folder_ / "t.json";
  const Outcome outcome = Call({"check", failing, "--trace", file});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, failing + R"(
run to the error, 1 step:
   1  Up (d = 0)
      - Count: 1`0
      + Count: 1`1
marking after 1 step:
  Count: 1`1
)");
  const auto json = nlohmann::json::parse(Call({"check", failing, "--json"}).out);
  EXPECT_EQ(json["error"]["trace"][0]["step"], "Up (d = 0)");
  const trace::Trace trace = trace::ReadTraces(file).at(0);
  EXPECT_EQ(trace.outcome, trace::Outcome::kError);
  EXPECT_THAT(trace.detail, HasSubstr("failing.lua:5"));
  const Outcome replay = Call({"simulate", failing, "--replay", file});
  EXPECT_THAT(replay.out, HasSubstr("   1  Up (d = 0)\n"));
}

TEST_F(CheckTest, ErrorInAPropertyComesWithTheRunToIt) {
  const std::string failing = folder_.Write("failing.lua", std::string(kEndless) + R"(
property "fails" (INV(NF(function(M) return M.Count[1] < 2 or M.Count[1] < nil end)))
)");
  const Outcome outcome = Call({"check", failing, "--property", "fails"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("\nrun to the error, 2 steps:\n   1  Add (i = 0)\n"));
  EXPECT_THAT(outcome.out, EndsWith("marking after 2 steps:\n  Count: 1`2\n"));
  EXPECT_THAT(outcome.err, HasSubstr(failing + ":9: attempt to compare number with nil"));
  EXPECT_EQ(Call({"check", failing, "--property", "fails", "--workers", "3"}).out, outcome.out);
}

TEST_F(CheckTest, TraceFileReplays) {
  const std::string file = folder_ / "t.json";
  const Outcome check = Call({"check", model_, "--property", "breaks", "--trace", file});
  const Outcome replay = Call({"simulate", model_, "--replay", file});
  EXPECT_EQ(replay.code, 0) << replay.err;
  EXPECT_EQ(replay.out, model_ + ": limit = 3; replay of " + file +
                            "\n      -- from here on NF of \"breaks\" does not hold (" + model_ +
                            R"(:9)
loop: steps 1 to 2 occur again and again
   1  SwitchOn ()
      - Lamp: 1`off
      + Lamp: 1`on
   2  Blink ()
      - Lamp: 1`on
      + Lamp: 1`off
back in the marking before step 1
end of the loop after 2 steps:
  Lamp: 1`off
)");
}

TEST_F(CheckTest, TraceFileHasTheRunsOfAllProperties) {
  const std::string file = folder_ / "t.json";
  Call({"check", model_, "--trace", file, "-D", "limit=4"});
  std::vector<std::string> properties;
  for (const trace::Trace& trace : trace::ReadTraces(file)) {
    EXPECT_EQ(trace.header.made_by, "cpngen 0.1.0");
    EXPECT_EQ(trace.header.model, model_);
    EXPECT_EQ(trace.header.parameters, (std::map<std::string, std::string>{{"limit", "4"}}));
    properties.push_back(trace.header.property + ": " + std::string(NameOf(trace.outcome)));
  }
  EXPECT_THAT(properties,
              ElementsAre("never broken: violated", "breaks: violated", "can break: holds"));
}

TEST_F(CheckTest, TraceFileIsNotWrittenForAWrongCall) {
  Call({"check", model_, "--property", "no", "--trace", folder_ / "t.json"});
  EXPECT_THAT(folder_.Names(), ElementsAre("drawn.lua", "endless.lua", "m.lua"));
  const Outcome outcome = Call({"check", model_, "--trace", folder_ / "no/t.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "cpngen: --trace " + (folder_ / "no/t.json") + ": the folder " +
                             (folder_ / "no") + " does not exist\n");
}

// ---------------------------------------------------------------------------------------- charts

TEST_F(CheckTest, ChartOfOnePropertyIsTheFile) {
  Call({"check", drawn_, "--property", "breaks", "--msc", folder_ / "c.mmd"});
  EXPECT_EQ(ReadFile(folder_ / "c.mmd"), R"(sequenceDiagram
  title drawn#58; breaks is violated
  participant p1 as hand
  participant p2 as lamp
  Note over p1,p2: from here on NF of #34;breaks#34; does not hold
  loop for ever
    p1->>p2: 1. on
    p2->>p2: 2. off
  end
)");
}

TEST_F(CheckTest, ChartsOfSeveralPropertiesHaveTheirNames) {
  Call({"check", drawn_, "--msc", folder_ / "c.svg"});
  EXPECT_THAT(folder_.Names(), ElementsAre("c.breaks.svg", "c.can_break.svg", "c.never_broken.svg",
                                           "drawn.lua", "endless.lua", "m.lua"));
  EXPECT_THAT(ReadFile(folder_ / "c.breaks.svg"), StartsWith("<svg xmlns="));
}

TEST_F(CheckTest, NamesThatBecomeTheSameFileAreTold) {
  const std::string model = folder_.Write(
      "two.lua", std::string(kModel) + kChart + "property \"can/break\" (POS(is \"broken\"))\n");
  EXPECT_EQ(Call({"check", model, "--property", "can break", "--property", "can/break", "--msc",
                  folder_ / "c.mmd"})
                .code,
            0);
  EXPECT_THAT(folder_.Names(), ElementsAre("c.can_break-2.mmd", "c.can_break.mmd", "drawn.lua",
                                           "endless.lua", "m.lua", "two.lua"));
}

TEST_F(CheckTest, NoRunNoChart) {
  const Outcome outcome =
      Call({"check", drawn_, "--property", "one light", "--msc", folder_ / "c.svg"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "cpngen: note: no chart is written to " + (folder_ / "c.svg") +
                             ": there is no run to draw\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("drawn.lua", "endless.lua", "m.lua"));
}

TEST_F(CheckTest, ModelWithoutChartSaysHowToMakeOne) {
  const Outcome outcome = Call({"check", model_, "--msc", folder_ / "c.svg"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "cpngen: --msc " + (folder_ / "c.svg") +
                ": the model does not say who sends what to whom; chart { messages = { "
                "[Module.Transition] = function(variables) return { from = ..., to = ..., label = "
                "... } end } } does (docs/model_language.md)\n");
}

}  // namespace
}  // namespace cpngen
