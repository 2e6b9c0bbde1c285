// State functions see the marking by names, and the checker calls them once per what they read.
#include "cpn/lua/run/state_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/ctl/check.h"
#include "cpn/lua/testing.h"
#include "testing/paths.h"

namespace cpn::lua {
namespace {

using ctl::Verdict;
using testing::LoadText;
using testing::ModelFolder;

struct Checked {
  std::vector<ctl::Result> results;
  ctl::CheckStatistics statistics;
};

Checked CheckAll(LuaModel& model) {
  Checked checked;
  std::vector<const ctl::Property*> properties;
  for (const ctl::Property& property : model.properties()) properties.push_back(&property);
  checked.results =
      ctl::Check(model.engine(), model.state_functions(), properties, {}, &checked.statistics);
  return checked;
}

/// Is the function, of M, true of the initial marking of the model?
Verdict Initially(const std::string& model, const std::string& body) {
  const auto loaded = LoadText(model + "property \"p\" (NF(function(M) " + body + " end))\n");
  return CheckAll(*loaded).results[0].verdict;
}

std::string CheckError(const std::string& text) {
  const ModelFolder folder(text);
  const auto model = folder.Load();
  try {
    CheckAll(*model);
    return "";
  } catch (const ModelError& e) {
    return folder.Text(e);
  }
}

constexpr char kNested[] = R"lua(
Number = range(0, 9)
var { n = Number }
Shared = fusion(Number, { 5 })
Inner = module(function(_ENV)
  Port = In(Number)
  Own = place(Number, { 7 })
  Common = fusion(Number, { 6 })
  Take = transition { input = { Port(n) }, output = { Own(n) } }
end)
Outer = module(function(_ENV)
  Socket = place(Number, { 3, 1, 3 })
  I = substitution(Inner, { Port = Socket })
end)
O = substitution(Outer)
)lua";

TEST(StateFunctionsTest, TokensAreAListInCanonicalOrder) {
  EXPECT_EQ(Initially(kNested,
                      "return #M.O.Socket == 3 and M.O.Socket[1] == 1 and "
                      "M.O.Socket[2] == 3 and M.O.Socket[3] == 3"),
            Verdict::kHolds);
  EXPECT_EQ(Initially(kNested, "return M.O.Socket == M.O.Socket"), Verdict::kHolds);
}

TEST(StateFunctionsTest, PlacesOfInstancesHaveOneNameOrSeveral) {
  EXPECT_EQ(Initially(kNested, "return M.O.I.Own[1] == 7"), Verdict::kHolds);
  EXPECT_EQ(Initially(kNested, "return M[\"O.I.Own\"][1] == 7"), Verdict::kHolds);
  EXPECT_EQ(Initially(kNested, "return M.O[\"I.Own\"][1] == 7"), Verdict::kHolds);
}

TEST(StateFunctionsTest, PortsAreTheirSockets) {
  EXPECT_EQ(Initially(kNested, "return #M.O.I.Port == 3"), Verdict::kHolds);
}

TEST(StateFunctionsTest, FusionPlacesAreWhereTheyAreDeclared) {
  EXPECT_EQ(Initially(kNested, "return M.Shared[1] == 5"), Verdict::kHolds);
  EXPECT_EQ(Initially(kNested, "return M.O.I.Common[1] == 6 and M['Inner.Common'][1] == 6"),
            Verdict::kHolds);
}

TEST(StateFunctionsTest, WhatAFunctionDoesToItsTokensIsItsOwnBusiness) {
  EXPECT_EQ(Initially(kNested, "local t = M.O.Socket t[1] = 9 return M.O.Socket[1] == 1"),
            Verdict::kHolds);
}

/// `body` begins in column 36 of line 2.
std::string BodyError(const std::string& body) {
  return CheckError("P, Q = place(INT, { 1, 2 }), place(INT)\nproperty \"p\" (NF(function(M) " +
                    body + " end))\n");
}

TEST(StateFunctionsTest, NothingIsNoTruthValue) {
  EXPECT_THAT(BodyError("local x = #M.P"),
              ::testing::HasSubstr("yields true or false, not nothing "
                                   "(nil); a function needs a return"));
}

TEST(StateFunctionsTest, UnknownPlace) {
  EXPECT_EQ(
      BodyError("return #M.p == 1"),
      "init.lua:2:40: the marking has no place or module instance p (there are P, Q); did you "
      "mean P?\n"
      "property \"p\" (NF(function(M) return #M.p == 1 end))\n"
      "                                       ^");
}

TEST(StateFunctionsTest, PlacesHaveNoParts) {
  EXPECT_EQ(BodyError("return #M['P.x'] == 1"),
            "init.lua:2:43: P is a place, so it has no x\n"
            "property \"p\" (NF(function(M) return #M['P.x'] == 1 end))\n"
            "                                          ^");
}

TEST(StateFunctionsTest, MarkingsAreReadByName) {
  EXPECT_EQ(BodyError("return M[1]"),
            "init.lua:2: the marking has places and module instances by name, so no [1]\n"
            "property \"p\" (NF(function(M) return M[1] end))\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(StateFunctionsTest, NeitherTrueNorFalse) {
  EXPECT_EQ(BodyError("return #M.Q + #M.P"),
            "init.lua:2:18: a state function yields true or false, not 2, with M.Q = empty, M.P = "
            "1`1 ++ 1`2\n"
            "property \"p\" (NF(function(M) return #M.Q + #M.P end))\n"
            "                 ^");
}

TEST(StateFunctionsTest, ErrorsSayWhatWasRead) {
  EXPECT_EQ(BodyError("return M.P[3] + 1 == 2"),
            "init.lua:2: attempt to perform arithmetic on a nil value (field 'integer index'), "
            "with M.P = 1`1 ++ 1`2\n"
            "property \"p\" (NF(function(M) return M.P[3] + 1 == 2 end))\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(StateFunctionsTest, MarkingsCannotBeChanged) {
  EXPECT_EQ(BodyError("M.P = {}"),
            "init.lua:2: the marking cannot be changed\n"
            "property \"p\" (NF(function(M) M.P = {} end))\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(StateFunctionsTest, MarkingsAreNoLists) {
  EXPECT_EQ(BodyError("return #M == 1"),
            "init.lua:2: the marking cannot be computed with\n"
            "property \"p\" (NF(function(M) return #M == 1 end))\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(StateFunctionsTest, MarkingsAreOfNoUseLater) {
  EXPECT_EQ(CheckError(R"lua(P = place(INT, { 1 })
var { i = INT }
kept = {}
T = transition { input = { P(i) }, guard = function(i) return #kept[1].P == 1 end }
property "p" (INV(NF(function(M) kept[1] = M return true end)))
)lua"),
            "init.lua:5:22: the table kept is no longer what it was when the model was loaded: "
            "functions of a model are pure, they change nothing that outlives their call\n"
            "property \"p\" (INV(NF(function(M) kept[1] = M return true end)))\n"
            "                     ^");
}

TEST(StateFunctionsTest, ImpureFunction) {
  EXPECT_EQ(CheckError(R"lua(P = place(INT, { 1 })
local n = 0
property "p" (NF(function(M)
  n = n + 1
  return #M.P == n
end))
)lua"),
            "init.lua:3:18: what a function keeps in a local variable is no longer what it was "
            "when the model was loaded: functions of a model are pure, they change nothing that "
            "outlives their call, with M.P = 1`1\n"
            "property \"p\" (NF(function(M)\n"
            "                 ^");
}

TEST(StateFunctionsTest, CalledOncePerMarkingOfThePlacesRead) {
  const auto model = LuaModel::Load(test::SourcePath("/models/two_phase_commit"));
  const Checked checked = CheckAll(*model);
  EXPECT_EQ(checked.results[0].states, 100u);
  // The marking of Decided: empty, commit, abort.
  EXPECT_EQ(checked.statistics.state_function_calls, 6u);
  EXPECT_GE(checked.statistics.state_function_lookups, 2 * checked.results[0].states);
}

TEST(StateFunctionsTest, PropertiesOfTwoPhaseCommitHold) {
  const auto model = LuaModel::Load(test::SourcePath("/models/two_phase_commit"));
  for (const ctl::Result& result : CheckAll(*model).results) {
    EXPECT_EQ(result.verdict, Verdict::kHolds) << result.property;
    EXPECT_EQ(result.notes.size(), 0u) << result.notes[0].text;
  }
}

}  // namespace
}  // namespace cpn::lua
