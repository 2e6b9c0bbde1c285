#include "trace/trace.h"

#include <gtest/gtest.h>

#include <functional>

namespace trace {
namespace {

Trace Sound() {
  Trace trace;
  trace.header.made_by = "test 1";
  trace.header.system = "lock";
  trace.Add({.kind = Kind::kStimulus, .node = "client", .name = "Acquire"});
  trace.Add({.node = "server", .name = "Granted", .fields = {{"Client", "1"}}, .cause = 1});
  return trace;
}

struct Case {
  const char* what;
  std::function<void(Trace&)> spoil;
  Flaw flaw;
};

TEST(TraceTest, ASoundTraceHasNoFlaw) { EXPECT_FALSE(FindFlaw(Sound())); }

TEST(TraceTest, EveryBrokenInvariantIsAFlawWithItsPlace) {
  const std::vector<Case> cases = {
      {"maker",
       [](Trace& t) { t.header.made_by = ""; },
       {"", "nothing says what made the trace",
        "\"made_by\" is the name and version of a program"}},
      {"model and system",
       [](Trace& t) { t.header.model = "m.lua"; },
       {"", "a trace is of a model or of a system", "give \"model\" or \"system\", and not both"}},
      {"name",
       [](Trace& t) { t.steps[1].name = ""; },
       {"/steps/1", "step 2 has no name", "\"name\" says what happened"}},
      {"cause",
       [](Trace& t) { t.steps[1].cause = 2; },
       {"/steps/1/cause", "2 is no earlier step than 2",
        "a cause is the number of an earlier step"}},
      {"time",
       [](Trace& t) { t.steps[0].time = -1; },
       {"/steps/0/time", "-1 is no time",
        "times are microseconds since the run began, from 0 to 1000000000000000"}},
      {"part",
       [](Trace& t) { t.steps[0].part = -1; },
       {"/steps/0/part", "-1 is no step of a test case", "they count from 1"}},
      {"loop",
       [](Trace& t) { t.loop = 3; },
       {"/loop", "3 is no step", "\"loop\" is the number of the step that the loop begins with"}},
      {"critical",
       [](Trace& t) { t.critical = 3; },
       {"/critical", "3 is no step",
        "\"critical\" is the number of the step that put the property out of reach"}},
      {"loop and dead end",
       [](Trace& t) { t.loop = 1, t.dead_end = true; },
       {"/dead_end", "a run that goes on for ever has no dead end",
        "leave out \"loop\" or \"dead_end\""}},
      {"remark",
       [](Trace& t) {
         t.remarks = {{2, "b", ""}, {1, "a", ""}};
       },
       {"/remarks/1/after", "1 is out of order, or no step",
        "remarks are in the order of the steps that they follow; 0 is the start"}},
      {"expectation's step",
       [](Trace& t) { t.expected = {{.name = "x", .came = true, .step = 3}}; },
       {"/expected/0/step", "3 is no step that it came with",
        "\"step\" is the number of a step, of an expectation that came"}},
      {"missing with a step",
       [](Trace& t) { t.expected = {{.name = "x", .step = 1}}; },
       {"/expected/0/step", "1 is no step that it came with",
        "\"step\" is the number of a step, of an expectation that came"}},
      {"expectation's name",
       [](Trace& t) { t.expected = {{.came = true}}; },
       {"/expected/0", "expectation 1 has no name", "\"name\" says what is expected"}},
  };
  for (const Case& each : cases) {
    Trace trace = Sound();
    each.spoil(trace);
    const auto flaw = FindFlaw(trace);
    ASSERT_TRUE(flaw) << each.what;
    EXPECT_EQ(flaw->where, each.flaw.where) << each.what;
    EXPECT_EQ(flaw->what, each.flaw.what) << each.what;
    EXPECT_EQ(flaw->advice, each.flaw.advice) << each.what;
  }
}

TEST(TraceTest, EveryKindAndOutcomeHasANameOfItsOwn) {
  for (const Kind kind : AllKinds()) EXPECT_EQ(KindNamed(NameOf(kind)), kind);
  for (const Outcome outcome : AllOutcomes()) EXPECT_EQ(OutcomeNamed(NameOf(outcome)), outcome);
  EXPECT_EQ(KindNamed("bindings"), std::nullopt);
}

TEST(TraceTest, StepsAndExpectationsAreALineOfText) {
  const Trace trace = Sound();
  EXPECT_EQ(ToString(trace.steps[0]), "client: Acquire");
  EXPECT_EQ(ToString(trace.steps[1]), "server: Granted (Client 1)");
  EXPECT_EQ(ToString(Expectation{.name = "Done", .fields = {{"", "yes"}, {"a", "b"}}}),
            "Done (yes, a b)");
}

}  // namespace
}  // namespace trace
