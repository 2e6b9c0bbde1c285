#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "suite/compare.h"
#include "testing/files.h"
#include "xml/xml.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;
using ::testing::StartsWith;

/// Where paths of different length meet: A then C, and B, Walk, Walk, then C.
constexpr const char* kMeetingPaths = R"(
Node = range(1, 5)
var { n = Node }
At = place(Node, { 1 })
A = transition { input = { At(1) }, output = { At(2) } }
B = transition { input = { At(1) }, output = { At(3) } }
Walk = transition { input = { At(n) }, guard = function(n) return n == 3 or n == 5 end,
                    output = { At(expr "n == 3 and 5 or 2") } }
C = transition { input = { At(2) }, output = { At(4) } }
local observe = {
  [A] = function() return stimulus("a", {}) end,
  [B] = function() return stimulus("b", {}) end,
  [C] = function() return response("c", {}) end,
}
test "set" { observe = observe }
test "sequence" { observe = observe, order = "sequence" }
test "units" { observe = observe, cases = "occurrences" }
test "steps" { observe = { [Walk] = function(n) return stimulus("walk", { from = n }) end } }
test "never" { observe = { [A] = function() return nil end } }
Unused = module(function(_ENV)
  P = place(Node, { 1 })
  T = transition { input = { P(1) } }
end)
test "unused" { observe = { [Unused.T] = function() return stimulus("u", {}) end } }
)";

/// N independent workers, each of which says yes or no; Tick repeats for ever when LOOP.
constexpr const char* kVotes = R"(
N = param(3)
LOOP = param(false)
Worker = range(1, N)
Vote = enum { "yes", "no" }
var { w = Worker, v = Vote }
Ready = place(Worker, all)
Clock = place(UNIT, LOOP and { unit } or {})
Say = transition { input = { Ready(w) }, output = {} , guard = function(w, v) return v ~= "maybe" end }
Tick = transition { input = { Clock(unit) }, output = { Clock(unit) } }
local function say(w, v) return stimulus("Vote", { worker = w, value = v }) end
test "set" { observe = { [Say] = say } }
test "sequence" { order = "sequence", observe = { [Say] = say } }
test "ticks" { order = "sequence", observe = { [Tick] = function() return response("Tick", {}) end } }
test "count" {
  observe = { [Say] = say },
  normalise = function(case)
    local yes = 0
    for _, o in ipairs(case.stimuli) do if o.value == "yes" then yes = yes + 1 end end
    case.stimuli = { stimulus("Yes", { count = yes }) }
    return case
  end,
}
test "workers" { observe = { [Say] = say }, format = function(o) return xml.node("Worker", o.worker) end }
test "yes only" {
  observe = { [Say] = say },
  format = function(o) if o.value == "yes" then return xml.node("Yes", o.worker) end end,
}
test "numbers" {
  observe = { [Say] = function(w) return stimulus("Worker", { number = w }) end },
  format = function(o) return xml.node("Worker", o.number) end,
}
test "twice" { observe = { [Say] = say }, attributes = function() return { { "CaseID", 7 } } end }
test "bad name" { observe = { [Say] = say }, format = function() return xml.node("a b", 1) end }
test "broken" { observe = { [Say] = function(w) if w == 2 then error("no two") end end } }
test "pairs" {
  observe = { [Say] = say },
  pairwise = function(case)
    local options = {}
    for _, o in ipairs(case.stimuli) do options["worker " .. o.worker] = o.value end
    return options
  end,
}
)";

class GenerateTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string paths_ = folder_.Write("paths.lua", kMeetingPaths);
  std::string votes_ = folder_.Write("votes.lua", kVotes);
  std::string out_ = folder_ / "out.xml";

  Outcome Generate(const std::string& model, const std::string& spec,
                   std::vector<std::string> more = {"--state-space"}) {
    more.insert(more.begin(), {"generate", model, "--spec", spec, "-o", out_});
    return Call(more);
  }
  /// One line per test case of the suite, without ids.
  std::vector<std::string> Cases(const std::string& path) const {
    std::vector<std::string> lines;
    for (xml::Element* test_case : Elements(path)) {
      std::string line;
      for (const xml::Element& part : test_case->children) {
        line += (line.empty() ? "" : " ") + suite::OneLine(part);
      }
      lines.push_back(line);
    }
    return lines;
  }
  std::vector<xml::Element*> Elements(const std::string& path) const {
    test_ = xml::ParseFile(path);
    std::vector<xml::Element*> cases;
    for (xml::Element& child : test_.children) {
      if (child.name == "TestCase") cases.push_back(&child);
    }
    return cases;
  }

  mutable xml::Element test_;
};

TEST_F(GenerateTest, NoteSaysThatCasesWithoutResponsesHaveNoOracles) {
  EXPECT_THAT(Generate(votes_, "set").err,
              HasSubstr("\ncpngen: note: test \"set\" observes stimuli and no response; its test "
                        "cases have no oracles\n"));
  EXPECT_THAT(Generate(paths_, "set").err, Not(HasSubstr("oracles")));
}

TEST_F(GenerateTest, NodeReachedAgainByALongerPathKeepsItsCases) {
  ASSERT_EQ(Generate(paths_, "set").code, 0);
  EXPECT_THAT(Cases(out_), ElementsAre("TestValues{a=''} TestOracles{c=''}",
                                       "TestValues{b=''} TestOracles{c=''}"));
}

TEST_F(GenerateTest, SequenceHasItsStretchesInOrder) {
  ASSERT_EQ(Generate(paths_, "sequence").code, 0);
  EXPECT_THAT(Cases(out_), ElementsAre("TestValues{a=''} TestOracles{c=''}",
                                       "TestValues{b=''} TestOracles{c=''}"));
}

TEST_F(GenerateTest, EveryOccurrenceIsACaseOfItsOwn) {
  ASSERT_EQ(Generate(paths_, "units").code, 0);
  EXPECT_THAT(Cases(out_),
              ElementsAre("TestValues{a=''} TestOracles=''", "TestValues{b=''} TestOracles=''",
                          "TestValues='' TestOracles{c=''}"));
}

TEST_F(GenerateTest, SimulationsGiveCasesOfTheStateSpaceOnce) {
  ASSERT_EQ(Generate(paths_, "set", {"--simulations", "50"}).code, 0);
  EXPECT_THAT(Cases(out_), ElementsAre("TestValues{a=''} TestOracles{c=''}",
                                       "TestValues{b=''} TestOracles{c=''}"));
}

TEST_F(GenerateTest, SuiteSaysHowItWasMade) {
  ASSERT_EQ(Generate(votes_, "set", {"--simulations", "5", "--seed", "9", "-D", "N=2"}).code, 0);
  EXPECT_THAT(ReadFile(out_),
              StartsWith("<Test TestName=\"set\">\n"
                         "  <Generated Generator=\"cpngen 0.1.0\" Model=\"" +
                         votes_ +
                         "\" Specification=\"set\" Method=\"simulation\" Seed=\"9\" Runs=\"5\">\n"
                         "    <Parameter Name=\"N\" Value=\"2\"></Parameter>\n"
                         "    <Parameter Name=\"LOOP\" Value=\"false\"></Parameter>\n"
                         "  </Generated>\n"
                         "  <Configuration></Configuration>\n"
                         "  <TestCase CaseID=\"1\">\n"));
}

TEST_F(GenerateTest, ObservationsAreInNumericalOrder) {
  ASSERT_EQ(Generate(votes_, "numbers", {"--simulations", "1", "-D", "N=11"}).code, 0);
  EXPECT_THAT(ReadFile(out_), HasSubstr("<Worker>9</Worker>\n      <Worker>10</Worker>\n"
                                        "      <Worker>11</Worker>\n"));
}

TEST_F(GenerateTest, DuplicatesAreRemovedOnTheNormalisedCase) {
  ASSERT_EQ(Generate(votes_, "count").code, 0);
  EXPECT_EQ(Cases(out_).size(), 4u);
  ASSERT_EQ(Generate(votes_, "set").code, 0);
  EXPECT_EQ(Cases(out_).size(), 8u);
}

TEST_F(GenerateTest, CasesThatAreWrittenAlikeAreOne) {
  const Outcome outcome = Generate(votes_, "workers");
  EXPECT_THAT(Cases(out_),
              ElementsAre("TestValues{Worker='1' Worker='2' Worker='3'} TestOracles=''"));
  EXPECT_THAT(outcome.err, HasSubstr(": 1 test case ("));
}

TEST_F(GenerateTest, CaseOfWhichNothingIsWrittenIsLeftOut) {
  const Outcome outcome = Generate(votes_, "yes only", {"--state-space", "-D", "N=1"});
  EXPECT_THAT(Cases(out_), ElementsAre("TestValues{Yes='1'} TestOracles=''"));
  EXPECT_THAT(outcome.err, HasSubstr("note: some runs observe nothing, or nothing that is written; "
                                     "they are no test cases\n"));
}

TEST_F(GenerateTest, SequencesTellApartWhatSetsDoNot) {
  ASSERT_EQ(Generate(votes_, "sequence", {"--state-space", "-D", "N=2"}).code, 0);
  EXPECT_EQ(Cases(out_).size(), 8u);
  ASSERT_EQ(Generate(votes_, "set", {"--state-space", "-D", "N=2"}).code, 0);
  EXPECT_EQ(Cases(out_).size(), 4u);
}

TEST_F(GenerateTest, ElementsNamedLikePartsOfACaseStandForThemselvesInSequences) {
  const std::string model = folder_.Write("parts.lua", R"(
Step = range(1, 4)
var { n = Step }
At = place(Step, { 1 })
Go = transition { input = { At(n) }, guard = function(n) return n < 4 end, output = { At(expr "n + 1") } }
test "t" {
  order = "sequence",
  observe = { [Go] = function(n)
    if n == 2 then return response("Plain", { step = n }) end
    return stimulus("Whole", { step = n })
  end },
  format = function(o)
    if o.name == "Plain" then return { xml.node("One", o.step), xml.node("Two", o.step) } end
    return xml.node("TestValues", { xml.node("Step", o.step) })
  end,
}
)");
  ASSERT_EQ(Generate(model, "t").code, 0);
  EXPECT_THAT(Cases(out_), ElementsAre("TestValues{Step='1'} TestOracles{One='2' Two='2'} "
                                       "TestValues{Step='3'}"));
}

TEST_F(GenerateTest, SequencesThatNeverEndAreAnError) {
  const Outcome outcome = Generate(votes_, "ticks", {"--state-space", "-D", "LOOP=true"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(
      outcome.err,
      HasSubstr("votes.lua:14:1: test \"ticks\" asks for sequences, but response Tick {} can "
                "be observed again and again: there are infinitely many sequences. Use "
                "order = \"set\", end cases with --observations N or a goal, or bound the model\n"
                "test \"ticks\" { order"));
  EXPECT_THAT(folder_.Names(), ElementsAre("paths.lua", "votes.lua"));
}

TEST_F(GenerateTest, EndlessPartOfTheStateSpaceIsSaid) {
  const Outcome outcome = Generate(votes_, "set", {"--state-space", "-D", "LOOP=true"});
  EXPECT_EQ(Cases(out_).size(), 8u);
  EXPECT_THAT(outcome.err,
              HasSubstr("note: 1 part of the state space can be entered but not left, and has no "
                        "dead marking; a test case that ends there takes all that can be observed "
                        "there\n"));
}

TEST_F(GenerateTest, RunsThatDoNotEndAreNoTestCases) {
  const Outcome outcome =
      Generate(votes_, "set", {"--simulations", "4", "--steps", "50", "-D", "LOOP=true"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(
      outcome.err,
      HasSubstr("test \"set\" yields no test case: none of the 4 runs was over after 50 "
                "steps. Raise --steps, if the model has dead markings; if it never ends, end "
                "cases with --observations N, or with a goal in the test\n"));
}

TEST_F(GenerateTest, RunsThatDoNotEndAreCounted) {
  // A run that takes B needs 4 steps, one that takes A only 2.
  const Outcome outcome = Generate(paths_, "set", {"--simulations", "40", "--steps", "3"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(Cases(out_), ElementsAre("TestValues{a=''} TestOracles{c=''}"));
  EXPECT_THAT(outcome.err, ::testing::ContainsRegex(
                               "note: [12][0-9] of the 40 runs ended at the step limit of 3; they "
                               "are no test cases\n"));
}

TEST_F(GenerateTest, UnfinishedRunsStillHaveOccurrences) {
  const Outcome outcome = Generate(paths_, "units", {"--simulations", "40", "--steps", "1"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(Cases(out_),
              ElementsAre("TestValues{a=''} TestOracles=''", "TestValues{b=''} TestOracles=''"));
}

TEST_F(GenerateTest, SpecificationOfAModuleThatIsNotInTheNetObservesNothing) {
  const Outcome outcome = Generate(paths_, "unused");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            paths_ +
                ":24:1: test \"unused\" observes nothing: no transition of the net is in its "
                "observe table\n"
                "test \"unused\" { observe = { [Unused.T] = function() return "
                "stimulus(\"u\", {}) end } }\n^\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("paths.lua", "votes.lua"));
}

TEST_F(GenerateTest, NoTestCaseIsAnErrorAndNoFile) {
  const Outcome outcome = Generate(paths_, "never");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            paths_ +
                ":19:1: test \"never\" yields no test case: nothing that it observes occurs in "
                "the 5 states of the model\n"
                "test \"never\" { observe = { [A] = function() return nil end } }\n^\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("paths.lua", "votes.lua"));
}

TEST_F(GenerateTest, UnknownSpecificationNamesTheKnownOnes) {
  const Outcome outcome = Generate(paths_, "sets");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("set"));
}

TEST_F(GenerateTest, StateLimitWritesNoSuite) {
  const Outcome outcome = Generate(votes_, "set", {"--state-space", "--max-states", "7"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err,
            "cpngen: the state space has more than 7 states, the limit; no suite is written, since "
            "it could not be complete. Raise --max-states, make the model's parameters smaller, or "
            "use --simulations\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("paths.lua", "votes.lua"));
}

TEST_F(GenerateTest, StateLimitComesWithAHintWhichPlacesGrow) {
  const std::string endless = folder_.Write("endless.lua", R"(
var { n = INT }
Count = place(INT, { 0 })
Up = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
test "t" { observe = { [Up] = function(n) return stimulus("up", { n = n }) end } }
)");
  const Outcome outcome = Generate(endless, "t", {"--state-space", "--max-states", "10"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, EndsWith("or use --simulations\n"
                                    "cpngen: hint: place Count grows: 4 different colours within 3 "
                                    "steps, 7 within 6, 10 within 9\n"));
}

TEST_F(GenerateTest, ModelErrorComesWithTheRunToIt) {
  const std::string failing = folder_.Write("failing.lua", R"(
Digit = range(0, 1)
var { d = Digit }
A, B = place(Digit, { 0 }), place(Digit, { 0 })
Up = transition { input = { A(d) }, output = { A(expr "d + 1") } }
Down = transition { input = { B(d) } }
test "up" { observe = { [Up] = function(d) return stimulus("up", { d = d }) end } }
)");
  const Outcome outcome = Generate(failing, "up", {"--state-space"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, StartsWith(failing + R"(
run to the error, 1 step:
   1  Up (d = 0)
      - A: 1`0
      + A: 1`1
marking after 1 step:
  A: 1`1
  B: 1`0
)" + failing + ":5"));
  const auto json = nlohmann::json::parse(Generate(failing, "up", {"--state-space", "--json"}).out);
  EXPECT_EQ(json["error"]["trace"].size(), 1u);
}

TEST_F(GenerateTest, ErrorInWhatIsObservedComesWithTheRunToIt) {
  const std::string failing = folder_.Write("failing.lua", R"(
Digit = range(0, 1)
var { d = Digit }
A, B = place(Digit, { 0 }), place(Digit)
Go = transition { input = { A(d) }, output = { B(d) } }
Come = transition { input = { B(d) } }
test "t" { observe = { [Come] = function(d) return stimulus("up", { d = d .. nil }) end } }
)");
  const Outcome outcome = Generate(failing, "t", {"--state-space"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              StartsWith(failing + "\nrun to the error, 2 steps:\n   1  Go (d = 0)\n"));
}

TEST_F(GenerateTest, StateLimitThatIsJustEnoughIsNoLimit) {
  EXPECT_EQ(Generate(votes_, "set", {"--state-space", "--max-states", "8"}).code, 0);
}

TEST_F(GenerateTest, CaseLimitWritesNoSuite) {
  const Outcome outcome = Generate(votes_, "set", {"--state-space", "--max-cases", "7"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err,
            "cpngen: the model has 8 test cases, and the limit is 7; no suite is written. Raise "
            "--max-cases, observe less, or use --simulations\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("paths.lua", "votes.lua"));
}

TEST_F(GenerateTest, CaseLimitIsSeenWithoutListingTheCases) {
  // 30! sequences times 2^30 ways to vote.
  const Outcome outcome = Generate(votes_, "sequence", {"--state-space", "-D", "N=12"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("the model has 1961990553600 test cases"));
}

TEST_F(GenerateTest, ErrorInAHookIsTheSameForAnyNumberOfWorkers) {
  const Outcome one = Generate(votes_, "broken", {"--simulations", "20"});
  const Outcome three = Generate(votes_, "broken", {"--simulations", "20", "--jobs", "3"});
  EXPECT_EQ(one.code, 2);
  EXPECT_THAT(one.err, HasSubstr("no two"));
  EXPECT_EQ(three.code, 2);
  EXPECT_EQ(one.err, three.err);
}

TEST_F(GenerateTest, XmlThatCannotBeWrittenIsAnError) {
  const Outcome name = Generate(votes_, "bad name");
  EXPECT_EQ(name.code, 2);
  EXPECT_THAT(name.err, HasSubstr("a b"));
  const Outcome twice = Generate(votes_, "twice");
  EXPECT_EQ(twice.code, 2);
  EXPECT_THAT(twice.err, HasSubstr("CaseID"));
}

TEST_F(GenerateTest, SuiteDoesNotDependOnTheNumberOfWorkers) {
  for (const char* spec : {"set", "sequence", "count"}) {
    ASSERT_EQ(Generate(votes_, spec, {"--simulations", "40", "-D", "N=6"}).code, 0);
    const std::string expected = ReadFile(out_);
    for (const char* jobs : {"1", "2", "5", "64"}) {
      ASSERT_EQ(Generate(votes_, spec, {"--simulations", "40", "-D", "N=6", "--jobs", jobs}).code,
                0);
      EXPECT_EQ(ReadFile(out_), expected) << spec << " with " << jobs << " workers";
    }
  }
}

TEST_F(GenerateTest, SeedDecides) {
  const auto run = [&](const char* seed) {
    EXPECT_EQ(Generate(votes_, "set", {"--simulations", "3", "-D", "N=9", "--seed", seed}).code, 0);
    return Cases(out_);
  };
  const auto first = run("1");
  EXPECT_EQ(run("1"), first);
  EXPECT_NE(run("2"), first);
}

TEST_F(GenerateTest, PairwiseSuitesHaveEveryPairOfOptionsInFewCases) {
  const Outcome outcome = Generate(votes_, "pairs", {"--state-space", "-D", "N=6"});
  EXPECT_THAT(outcome.err, HasSubstr("test cases, with all pairs of options of 64 (64 states"));
  std::set<std::string> pairs;
  std::size_t number = 0;
  for (xml::Element* test_case : Elements(out_)) {
    EXPECT_EQ(test_case->FindAttribute("CaseID")->value, std::to_string(++number));
    std::vector<std::string> votes;
    for (const xml::Element& vote : test_case->children[0].children) {
      votes.push_back(suite::OneLine(vote));
    }
    for (const std::string& a : votes) {
      for (const std::string& b : votes) pairs.insert(a + b);
    }
  }
  EXPECT_EQ(pairs.size(), 6u * 2 + 6 * 5 * 4) << "each vote with itself, and with those of others";
  EXPECT_LE(number, 10u);
}

TEST_F(GenerateTest, PairwiseSuitesAreNotMerged) {
  EXPECT_THAT(Generate(votes_, "pairs", {"--state-space", "--merge"}).err,
              HasSubstr("test \"pairs\" leaves cases out (pairwise); --merge is for all cases of a "
                        "model"));
}

TEST_F(GenerateTest, SplitWritesOneFilePerCase) {
  ASSERT_EQ(Generate(paths_, "set", {"--state-space", "--split"}).code, 0);
  EXPECT_THAT(folder_.Names(), ElementsAre("out-1.xml", "out-2.xml", "paths.lua", "votes.lua"));
  EXPECT_THAT(Cases(folder_ / "out-2.xml"), ElementsAre("TestValues{b=''} TestOracles{c=''}"));
  EXPECT_EQ(Elements(folder_ / "out-2.xml").front()->FindAttribute("CaseID")->value, "2");
}

TEST_F(GenerateTest, FileOfAnEarlierLargerSuiteIsPointedOut) {
  folder_.Write("out-3.xml", "old");
  const Outcome outcome = Generate(paths_, "set", {"--state-space", "--split"});
  EXPECT_THAT(outcome.err, StartsWith("cpngen: warning: " + (folder_ / "out-3.xml") +
                                      " is not of this suite, which has 2 cases\n"));
}

TEST_F(GenerateTest, NextFileThatCannotBeLookedAtIsNoError) {
  std::filesystem::create_symlink("out-3.xml", folder_ / "out-3.xml");  // leads to itself
  const Outcome outcome = Generate(paths_, "set", {"--state-space", "--split"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(GenerateTest, StandardOutputTakesTheSuite) {
  const Outcome outcome = Call({"generate", paths_, "--spec", "set", "--state-space", "-o", "-"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith("<Test TestName=\"set\">"));
  EXPECT_THAT(outcome.err, StartsWith("cpngen: standard output: 2 test cases (5 states, 5 arcs, "));
}

TEST_F(GenerateTest, SummaryIsJson) {
  const Outcome outcome = Generate(votes_, "set", {"--simulations", "5", "--json", "-D", "N=1"});
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["suite"], "set");
  EXPECT_EQ(json["files"], nlohmann::json::array({out_}));
  EXPECT_EQ(json["cases"], 2);
  EXPECT_EQ(json["method"], "simulation");
  EXPECT_EQ(json["seed"], 1);
  EXPECT_EQ(json["runs"], 5);
  EXPECT_EQ(json["unfinished_runs"], 0);
  EXPECT_EQ(json["parameters"]["N"], "1");
  EXPECT_GE(json["seconds"], 0.0);
}

TEST_F(GenerateTest, MissingFolderIsFoundOutFirst) {
  const Outcome outcome =
      Call({"generate", "no-model", "--spec", "s", "--state-space", "-o", folder_ / "no/x.xml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "cpngen: -o " + (folder_ / "no/x.xml") + ": the folder " +
                             (folder_ / "no") + " does not exist\n");
}

TEST_F(GenerateTest, ModelErrorIsPrintedAsItIs) {
  const std::string model = folder_.Write("bad.lua", "P = place(INTT)\n");
  const Outcome outcome = Generate(model, "s");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith(model + ":1:11: "));
  EXPECT_THAT(outcome.out, IsEmpty());
}

}  // namespace
}  // namespace cpngen
