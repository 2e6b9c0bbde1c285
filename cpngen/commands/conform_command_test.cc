// What `cpngen conform` says, whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using testing::Call;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

/// Replicas accept values in rounds, silently, and learn them.
constexpr const char* kRegister = R"(
Replica = range(1, 3)
Vote = product(Replica, INT, STRING)
var { r = Replica, n = INT, v = STRING, w = STRING }
Proposed = place(product(INT, STRING), { { 8080, "M1" }, { 8081, "M2" } })
Accepted = place(Vote)
Learned = place(Replica)
Off = place(Replica, { 3 })
Accept = transition {
  input = { Proposed { n, v } },
  output = { Accepted { 1, n, v }, Accepted { 2, n, v }, Accepted { 3, n, v } },
}
Learn = transition {
  input = { Accepted { r, n, v } },
  inhibitor = { Off(r) },
  output = { Learned(r) },
}
test "system" {
  order = "sequence",
  observe = {
    [Accept] = function(n) return stimulus("Accept", { round = n }) end,
    [Learn] = function(r, n, v) return response("Learn", { replica = r, round = n, value = v }) end,
  },
}
)";

/// Steps of a trace in few words: "!Name a=1 b=2" is a stimulus, "?Name" an event, "*name" a fault.
trace::Trace TraceOf(const std::vector<std::string>& steps) {
  trace::Trace trace;
  trace.header.made_by = "test";
  trace.header.system = "system";
  for (const std::string& text : steps) {
    trace::Step step;
    step.kind = text[0] == '!'   ? trace::Kind::kStimulus
                : text[0] == '*' ? trace::Kind::kFault
                                 : trace::Kind::kEvent;
    std::istringstream in(text.substr(1));
    in >> step.name;
    for (std::string field; in >> field;) {
      const std::size_t equals = field.find('=');
      step.fields.emplace_back(field.substr(0, equals), field.substr(equals + 1));
    }
    trace.steps.push_back(std::move(step));
  }
  return trace;
}

class ConformTest : public ::testing::Test {
 protected:
  std::string Traces(const std::vector<trace::Trace>& traces, const std::string& name = "t.json") {
    return folder_.Write(name, trace::Write(traces));
  }
  std::string Steps(const std::vector<std::string>& steps) { return Traces({TraceOf(steps)}); }
  std::string Model(const std::string& text) { return folder_.Write("m.lua", text); }

  TemporaryFolder folder_;
};

TEST_F(ConformTest, ConformingTraceIsOneLine) {
  const std::string file = Steps({"!Accept round=8081", "?Learn value=M2 replica=2 round=8081"});
  const Outcome outcome = Call({"conform", Model(kRegister), file});
  EXPECT_EQ(outcome.out, file + ": conforms, 2 events\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
}

TEST_F(ConformTest, MissingTokenIsNamedWithThoseThatAreNear) {
  const std::string file = Steps({"!Accept round=8081", "?Learn replica=1 round=8081 value=M2",
                                  "?Learn replica=2 round=8080 value=M1"});
  const Outcome outcome = Call({"conform", Model(kRegister), file});
  EXPECT_EQ(outcome.out, file + R"(: DOES NOT CONFORM at step 3
  before it: 2 events, explained by a run of 2 steps:
    1. Accept (n = 8081, v = "M2")  [step 1: stimulus Accept (round 8081)]
    2. Learn (r = 1, n = 8081, v = "M2")  [step 2: response Learn (replica 1, round 8081, value M2)]
  no marking explains response Learn (replica 2, round 8080, value M1)
    Learn (r = 2, n = 8080, v = "M1") would show it, but
      needs 1`(2, 8080, "M1") on Accepted; there is 1`(2, 8081, "M2") since step 1, 1`(3, 8081, "M2") since step 1
    what may come there:
      stimulus Accept (round 8080)
      response Learn (replica 2, round 8081, value M2)
)");
  EXPECT_EQ(outcome.code, 1);
}

TEST_F(ConformTest, InhibitorArcIsNamed) {
  const std::string file = Steps({"!Accept round=8080", "?Learn replica=3 round=8080 value=M1"});
  EXPECT_THAT(Call({"conform", Model(kRegister), file}).out, HasSubstr(R"(
    Learn (r = 3, n = 8080, v = "M1") would show it, but
      is disabled by an inhibitor arc: Off holds 1`3 from the start
    what may come there:)"));
}

TEST_F(ConformTest, FalseGuardIsNamedWithItsValues) {
  const std::string model = Model(R"(
Count = place(INT, { 4 })
var { n = INT }
Pay = transition {
  input = { Count(n) },
  guard = function(n) return n > 5 end,
}
Earn = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
test "system" {
  observe = {
    [Pay] = function(n) return response("Paid", { amount = n }) end,
    [Earn] = function(n) return stimulus("Earn", {}) end,
  },
}
)");
  const std::string file = Steps({"!Earn", "?Paid amount=5"});
  EXPECT_EQ(Call({"conform", model, file}).out, file + R"(: DOES NOT CONFORM at step 2
  before it: 1 event, explained by a run of 1 step:
    1. Earn (n = 4)  [step 1: stimulus Earn]
  no marking explains response Paid (amount 5)
    Pay (n = 5) would show it, but
      needs its guard n > 5 to hold, which is false ()" +
                                                    model + R"(:6) for n = 5
    what may come there:
      stimulus Earn
)");
}

TEST_F(ConformTest, HigherPriorityIsNamed) {
  const std::string model = Model(R"(
A, B = place(UNIT, { unit }), place(UNIT, { unit })
Urgent = transition { priority = P_HIGH, input = { A(unit) } }
Calm = transition { input = { B(unit) }, inhibitor = {} }
test "system" {
  observe = {
    [Urgent] = function() return response("Urgent", {}) end,
    [Calm] = function() return response("Calm", {}) end,
  },
}
)");
  EXPECT_THAT(Call({"conform", model, Steps({"?Calm"})}).out, HasSubstr(R"(
    Calm () would show it, but
      has to wait for Urgent (), which has a higher priority
)"));
}

TEST_F(ConformTest, LaterEventOfAnElementCannotComeFirst) {
  const std::string model = Model(R"(
A = place(UNIT, { unit })
Both = transition { input = { A(unit) } }
test "system" {
  order = "sequence",
  observe = { [Both] = function() return { response("First", {}), response("Second", {}) } end },
}
)");
  EXPECT_THAT(Call({"conform", model, Steps({"?Second"})}).out, HasSubstr(R"(
    Both () would show it, but
      shows response First before it
)"));
  EXPECT_EQ(Call({"conform", model, Steps({"?First", "?Second"})}).code, 0);
}

TEST_F(ConformTest, WhatIsOwedAtTheEndIsNamed) {
  const std::string file = Steps({"!Accept round=8080"});
  const std::string model = Model(kRegister);
  EXPECT_EQ(Call({"conform", model, file}).code, 0);
  const Outcome outcome = Call({"conform", model, file, "--at-rest"});
  EXPECT_EQ(outcome.out, file + R"(: DOES NOT CONFORM after 1 event
  before it: 1 event, explained by a run of 1 step:
    1. Accept (n = 8080, v = "M1")  [step 1: stimulus Accept (round 8080)]
  the system rests, but in every marking that explains it something must come:
    response Learn (replica 1, round 8080, value M1)
    response Learn (replica 2, round 8080, value M1)
)");
  EXPECT_EQ(outcome.code, 1);
}

TEST_F(ConformTest, FaultIsAStimulusOfItsName) {
  const std::string model = Model(R"(
Up, Down = place(UNIT, { unit }), place(UNIT)
Crash = transition { input = { Up(unit) }, output = { Down(unit) } }
test "system" { observe = { [Crash] = function() return stimulus("crash", {}) end } }
)");
  EXPECT_EQ(Call({"conform", model, Steps({"*crash"})}).code, 0);
  EXPECT_EQ(Call({"conform", model, Steps({"*crash", "*crash"})}).code, 1);
}

TEST_F(ConformTest, SeveralTracesHaveALineEachAndASummary) {
  trace::Trace first = TraceOf({"!Accept round=8080"});
  first.header.suite = "s";
  first.header.test = "7";
  const std::string file = Traces({first, TraceOf({"!Accept round=8081"})});
  EXPECT_EQ(Call({"conform", Model(kRegister), file}).out,
            file + ", case 7: conforms, 1 event\n" + file +
                ", trace 2: conforms, 1 event\n2 traces: 2 conform, 0 do not\n");
}

TEST_F(ConformTest, MoreMarkingsThanAllowedIsExitCodeThree) {
  const std::string model = Model(R"(
Time = place(INT, { 0 })
var { t = INT }
Tick = transition { input = { Time(t) }, output = { Time(expr "t + 1") } }
Ring = transition { input = { Time(t) }, output = { Time(t) } }
test "system" { observe = { [Ring] = function(t) return response("Ring", { t = t }) end } }
)");
  const Outcome outcome = Call({"conform", model, Steps({"?Ring t=3"}), "--max-markings", "1000"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "cpngen: more than 1000 markings are needed to explain one event; --max-markings N "
            "allows more, and a specification that observes more transitions needs fewer\n");
}

TEST_F(ConformTest, SilentStepsWithoutEndBehindTheLastEventDoNotMatter) {
  const std::string model = Model(R"(
Begun, Time = place(UNIT, { unit }), place(INT)
var { t = INT }
Begin = transition { input = { Begun(unit) }, output = { Time(0) } }
Tick = transition { input = { Time(t) }, output = { Time(expr "t + 1") } }
test "system" { observe = { [Begin] = function() return stimulus("Begin", {}) end } }
)");
  const std::string file = Steps({"!Begin"});
  EXPECT_EQ(Call({"conform", model, file, "--max-markings", "100"}).out,
            file + ": conforms, 1 event\n");
}

TEST_F(ConformTest, RunOfAModelIsCheckedStepByStep) {
  const std::string model = Model(kRegister);
  const std::string file = folder_ / "run.json";
  ASSERT_EQ(Call({"simulate", model, "--seed", "2", "--record", file}).code, 0);
  EXPECT_EQ(Call({"conform", model, file}).out, file + ": conforms, 6 steps\n");
  EXPECT_EQ(Call({"conform", model, file, "--observed"}).out, file + ": conforms, 6 events\n");

  std::vector<trace::Trace> traces = trace::ReadTraces(file);
  std::swap(traces[0].steps[0], traces[0].steps[1]);
  const std::string swapped = Traces(traces);
  const Outcome outcome = Call({"conform", model, swapped});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, swapped + R"(: DOES NOT CONFORM at step 1
  nothing before it: this is the initial marking
  Learn (r = 2, n = 8080, v = "M1") cannot occur:
    it needs 1`(2, 8080, "M1") on Accepted, which is empty
)");
}

TEST_F(ConformTest, RunOfAnotherModelIsToldFromItsNames) {
  const std::string model = Model(kRegister);
  trace::Trace run = TraceOf({"?Lern r=1 n=1 v=\"x\""});
  run.steps[0].kind = trace::Kind::kBinding;
  const std::string file = Traces({run});
  EXPECT_THAT(Call({"conform", model, file}).out,
              HasSubstr("  Lern (r = 1, n = 1, v = \"x\") cannot occur:\n"
                        "    it is no transition of the net; did you mean Learn?\n"));
  run.steps[0].name = "Learn";
  run.steps[0].fields[0].second = "9";
  EXPECT_THAT(Call({"conform", model, Traces({run})}).out,
              HasSubstr("    it has r = 9, which is no colour of Replica\n"));
}

TEST_F(ConformTest, JsonHasTheRunAndWhatIsMissing) {
  const std::string file = Steps({"!Accept round=8081", "?Learn replica=2 round=8080 value=M1"});
  const Outcome outcome = Call({"conform", Model(kRegister), file, "--json"});
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["specification"], "system");
  EXPECT_EQ(json["conform"], 0);
  const nlohmann::json& trace = json["traces"][0];
  EXPECT_EQ(trace["conforms"], false);
  EXPECT_EQ(trace["explained"], 1);
  EXPECT_EQ(trace["step"], 2);
  EXPECT_EQ(trace["steps"][0]["step"], "Accept (n = 8081, v = \"M2\")");
  EXPECT_EQ(trace["steps"][0]["event"], 1);
  EXPECT_EQ(trace["event"]["name"], "Learn");
  EXPECT_EQ(trace["nearest"][0]["element"], "Learn (r = 2, n = 8080, v = \"M1\")");
  EXPECT_EQ(trace["possible"].size(), 3u);
}

TEST_F(ConformTest, ExplainingRunsAreTracesThatReplay) {
  const std::string model = Model(kRegister);
  const std::string file = Steps({"!Accept round=8081", "?Learn replica=2 round=8081 value=M2"});
  const std::string runs = folder_ / "runs.json";
  const std::string chart = folder_ / "chart.svg";
  ASSERT_EQ(Call({"conform", model, file, "--trace", runs, "--msc", chart}).code, 0);
  const Outcome replay = Call({"simulate", model, "--replay", runs});
  EXPECT_EQ(replay.code, 0) << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("   2  Learn (r = 2, n = 8081, v = \"M2\")"));
  EXPECT_THAT(test::ReadFile(chart), HasSubstr("</svg>"));
}

/// Somebody makes what is asked for, unseen.
constexpr const char* kHidden = R"(
Job = range(1, 2)
var { j = Job }
Idle, New, Made = place(Job, all), place(Job), place(Job)
Ask = transition { input = { Idle(j) }, output = { New(j) } }
Make = transition { input = { New(j) }, output = { Made(j) } }
Show = transition { input = { Made(j) } }
test "system" {
  order = "sequence",
  observe = {
    [Ask] = function(j) return stimulus("Ask", { job = j }) end,
    [Show] = function(j) return { response("Show", { job = j }), response("Done", {}) } end,
  },
}
)";

TEST_F(ConformTest, WhatWasSeenStandsBesideTheRunThatExplainsIt) {
  const std::string file =
      Steps({"!Ask job=2", "?Show job=2", "?Done", "?Show job=1", "!Ask job=1", "?Done"});
  const std::string chart = folder_ / "beside.txt";
  ASSERT_EQ(Call({"conform", Model(kHidden), file, "--msc", chart}).code, 1);
  EXPECT_EQ(test::ReadFile(chart), file + R"(: what was seen, and the run that explains it
  seen                      | model
    1 stimulus Ask (job 2)  | 1. Ask (j = 2)
                            | 2. Make (j = 2)  (silent)
    2 response Show (job 2) | 3. Show (j = 2)
    3 response Done         |    what an element before it still shows
    4 response Show (job 1) | X  no marking explains response Show (job 1)
                            |      Show (j = 1) would show it, but
                            |        needs 1`1 on Made, which is empty
                            |      what may come there:
                            |        stimulus Ask (job 1)
      ... 2 more            |
)");
}

TEST_F(ConformTest, ChartOfWhatWasSeenHasTheModelBesideIt) {
  const std::string file = Steps({"!Ask job=2", "?Show job=2", "?Show job=1"});
  const std::string chart = folder_ / "chart.svg";
  ASSERT_EQ(Call({"conform", Model(kHidden), file, "--msc", chart}).code, 1);
  const std::string svg = test::ReadFile(folder_ / "chart.explained.svg");
  for (const char* const text :
       {">seen<", ">model<", ">step 1: Ask (job 2)<", ">1. Ask (j = 2)<",
        ">2. Make (j = 2), silent<", ">step 3: Show (job 1) - not expected<",
        "no marking explains response Show (job 1)", "needs 1`1 on Made, which is empty"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

TEST_F(ConformTest, RunOfAModelHasTheStepThatCannotOccur) {
  const std::string run = folder_ / "run.json";
  const std::string model = Model(kHidden);
  ASSERT_EQ(Call({"simulate", model, "--seed", "1", "--record", run}).code, 0);
  std::vector<trace::Trace> traces = trace::ReadTraces(run);
  traces[0].steps.erase(traces[0].steps.begin() + 1);
  for (std::size_t i = 0; i < traces[0].steps.size(); ++i) traces[0].steps[i].cause = 0;
  const std::string chart = folder_ / "beside.txt";
  const Outcome outcome = Call({"conform", model, Traces(traces), "--msc", chart});
  ASSERT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(test::ReadFile(chart), HasSubstr(" cannot occur:\n"));
  EXPECT_THAT(test::ReadFile(chart), Not(HasSubstr("silent")));
}

TEST_F(ConformTest, WhatIsOwedStandsBesideTheEnd) {
  const std::string chart = folder_ / "beside.txt";
  const std::string file = Steps({"!Ask job=2"});
  ASSERT_EQ(Call({"conform", Model(kHidden), file, "--at-rest", "--msc", chart}).code, 1);
  EXPECT_THAT(test::ReadFile(chart), HasSubstr("| 1. Ask (j = 2)\n"));
  EXPECT_THAT(test::ReadFile(chart), HasSubstr("| X  the system rests, but something must come\n"));
  EXPECT_THAT(test::ReadFile(chart), HasSubstr("|      response Show (job 2)\n"));
}

TEST_F(ConformTest, MisspeltEventIsShownInItsFileWithWhatWasMeant) {
  const std::string file = Steps({"!Accept round=8080", "?Leran replica=1 round=8080 value=M1"});
  const Outcome outcome = Call({"conform", Model(kRegister), file});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(
      outcome.out,
      file + R"(: DOES NOT CONFORM at step 2
  before it: 1 event, explained by a run of 1 step:
    1. Accept (n = 8080, v = "M1")  [step 1: stimulus Accept (round 8080)]
  no marking explains response Leran (replica 1, round 8080, value M1)
    )" + file +
          R"(:10:43: no response of the specification that was met is named Leran (there is Learn); did you mean Learn?
            {"number":2,"kind":"event","name":"Leran","fields":[["replica","1"],["round","8080"],["value","M1"]]}
                                              ^
    what may come there:
      stimulus Accept (round 8081)
      response Learn (replica 1, round 8080, value M1)
      response Learn (replica 2, round 8080, value M1)
)");
}

TEST_F(ConformTest, MisspeltFieldIsShownInItsFileWithWhatWasMeant) {
  const trace::Trace wrong = TraceOf({"!Accept round=8080", "?Learn replica=1 rond=8080 value=M1"});
  const std::string file = Traces({TraceOf({"!Accept round=8080"}), wrong});
  const std::string model = Model(kRegister);
  EXPECT_THAT(
      Call({"conform", model, file}).out,
      HasSubstr(
          R"(
    )" + file +
          R"(:17:78: no response Learn of the specification that was met has a field rond (there are replica, round, value); did you mean round?
)"));
  const nlohmann::json json = nlohmann::json::parse(Call({"conform", model, file, "--json"}).out);
  EXPECT_EQ(json["traces"][1]["unknown"]["line"], 17);
  EXPECT_EQ(json["traces"][1]["unknown"]["column"], 78);
}

TEST_F(ConformTest, EventOfTheOtherKindIsToldFromItsName) {
  EXPECT_THAT(Call({"conform", Model(kRegister), Steps({"?Accept round=8080"})}).out,
              HasSubstr(": the specification shows Accept as a stimulus, not as a response\n"));
}

TEST_F(ConformTest, NameThatIsKnownIsNotSaidToBeUnknown) {
  // The value differs, not a name.
  const Outcome outcome = Call({"conform", Model(kRegister), Steps({"!Accept round=7"})});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, Not(HasSubstr("of the specification")));
}

TEST_F(ConformTest, TraceMustBeOne) {
  const std::string file = folder_.Write("t.json", "{");
  const Outcome outcome = Call({"conform", Model(kRegister), file});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr(file + ":1:"));
}

}  // namespace
}  // namespace cpngen
