// What is not symmetric is found out, wherever a model hides it, and what is not preserved is
// refused.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpn/ctl/check.h"
#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/testing.h"

namespace symmetry_tests {
namespace {

const char* const kHead = R"(
W = enum { "a", "b", "c" }
symmetric(W)
var { w = W, x = W, n = range(0, 2) }
Idle, Busy = place(W, all), place(W)
)";

std::string LineOf(const cpn::ModelError& error) {
  return std::to_string(error.where().line) + ": " + error.message();
}

/// The error that exploring orbits ends with; "" without one.
std::string ErrorOf(const std::string& text) {
  const auto model = cpn::lua::testing::LoadText(text);
  try {
    cpn::ExplorationOptions options;
    options.reduction.symmetry = model->UseSymmetry();
    cpn::Explore(model->engine(), options);
  } catch (const cpn::ModelError& error) {
    return LineOf(error);
  }
  return "";
}

std::string CheckErrorOf(const std::string& property) {
  const auto model = cpn::lua::testing::LoadText(
      std::string(kHead) + "T = transition { input = { Idle(w) }, output = { Busy(w) } }\n" +
      "property \"p\" (" + property + ")\n");
  cpn::ctl::CheckOptions options;
  options.exploration.reduction.symmetry = model->UseSymmetry();
  try {
    const cpn::ctl::Property* const properties[] = {&model->properties().front()};
    cpn::ctl::Check(model->engine(), model->state_functions(), properties, options);
  } catch (const cpn::ModelError& error) {
    return LineOf(error);
  }
  return "";
}

TEST(SymmetryRefusalTest, ConstantInAPatternIsFoundBeforeAnythingRuns) {
  EXPECT_EQ(ErrorOf(std::string(kHead) +
                    "T = transition { input = { Idle(\"a\") }, output = { Busy(\"a\") } }"),
            "6: transition T, place Idle: the constant a is told apart from other values of W, "
            "which is declared symmetric");
}

TEST(SymmetryRefusalTest, InitialMarkingOfSomeValuesIsFound) {
  EXPECT_EQ(ErrorOf(std::string(kHead) + "Few = place(W, { \"a\" })"),
            "6: the initial marking of Few tells values of W apart, which is declared symmetric: "
            "1`a becomes 1`b with a and b exchanged");
}

TEST(SymmetryRefusalTest, GuardThatComparesWithAConstantIsFound) {
  EXPECT_EQ(
      ErrorOf(std::string(kHead) + "T = transition { input = { Idle(w) }, output = { Busy(w) },\n"
                                   "  guard = \"w == 'a'\" }"),
      "7: transition T tells values of W apart, which is declared symmetric: (w = a) yields "
      "true, so that with a and b exchanged (w = b) must yield true, but it yields false");
}

TEST(SymmetryRefusalTest, GuardIsFoundOutWhoseOddValueNeedsSeveralPermutations) {
  EXPECT_NE(ErrorOf(std::string(kHead) +
                    "T = transition { input = { Idle(w), Idle(x) }, output = { Busy(w) },\n"
                    "  guard = function(w, x) return not (w == \"c\" and x == \"b\") end }"),
            "");
}

TEST(SymmetryRefusalTest, InscriptionThatComputesAConstantIsFound) {
  EXPECT_EQ(ErrorOf(std::string(kHead) + "T = transition { input = { Idle(w) },\n"
                                         "  output = { Busy(function(w) return \"a\" end) } }"),
            "7: transition T tells values of W apart, which is declared symmetric: (w = a) yields "
            "a, so that with a and b exchanged (w = b) must yield b, but it yields a; "
            "transition T, place Busy");
}

TEST(SymmetryRefusalTest, AllValuesAsTokensOfAnArcAreOneMultiSet) {
  EXPECT_EQ(ErrorOf(std::string(kHead) +
                    "T = transition { input = { Idle(all) }, output = { Busy(all) } }"),
            "");
}

TEST(SymmetryRefusalTest, SubsetOfSomeValuesIsFound) {
  EXPECT_EQ(ErrorOf(std::string(kHead) + "Some = subset(W, function(w) return w ~= \"c\" end)\n"
                                         "var { s = Some }\nP = place(Some)\n"
                                         "T = transition { output = { P(s) }, inhibitor = { P } }"),
            "6: Some tells values of W apart, which is declared symmetric: b is in it, and c is "
            "not");
}

TEST(SymmetryRefusalTest, SymmetricRangeThatBecomesANumberIsFound) {
  EXPECT_EQ(ErrorOf("W = range(1, 3)\nsymmetric(W)\nvar { w = W, n = INT }\n"
                    "Idle, Count = place(W, all), place(INT)\n"
                    "T = transition { input = { Idle(w) }, output = { Count(w) } }"),
            "5: transition T, place Count: the variable w of W stands for a value of INT, of which "
            "only one is permuted by symmetric(...), or each by itself; give both one colour set");
}

TEST(SymmetryRefusalTest, WhatIsSymmetricIsNotRefused) {
  EXPECT_EQ(ErrorOf(std::string(kHead) +
                    "T = transition { input = { Idle(w), Idle(x) }, output = { Busy(w) },\n"
                    "  guard = \"w ~= x\" }"),
            "");
}

TEST(SymmetryRefusalTest, StateFunctionThatNamesAValueIsRefused) {
  EXPECT_EQ(CheckErrorOf("POS(NF(function(M) return contains(M.Busy, \"a\") end))").substr(0, 75),
            "7: this state function tells values apart that are declared symmetric: it i");
}

TEST(SymmetryRefusalTest, ArcFormulaThatNamesAValueIsRefused) {
  EXPECT_EQ(
      CheckErrorOf("POS(AF(T, { w = \"b\" }))"),
      "7: property \"p\" asks for w = b of T, and --reduce symmetry does not tell values of W "
      "apart; check this property without --reduce symmetry");
}

TEST(SymmetryRefusalTest, FormulaThatCountsIsChecked) {
  EXPECT_EQ(CheckErrorOf("INV(NF(function(M) return #M.Busy <= 3 end))"), "");
  EXPECT_EQ(CheckErrorOf("EV(AF(T))"), "");
}

TEST(SymmetryRefusalTest, LoopOfOrbitsIsShownAsALoopOfMarkings) {
  const auto model = cpn::lua::testing::LoadText(
      "W = enum { \"a\", \"b\", \"c\" }\nsymmetric(W)\nvar { w = W, x = W }\n"
      "Free, Held = place(W, all), place(W)\nKey = place(UNIT, { unit })\n"
      "Take = transition { input = { Free(w), Key(unit) }, output = { Held(w) } }\n"
      "Hand = transition { input = { Held(w), Free(x) }, output = { Held(x), Free(w) } }\n"
      "property \"p\" (EV(NF(function(M) return #M.Held == 2 end)))\n");
  cpn::ctl::CheckOptions options;
  options.exploration.reduction.symmetry = model->UseSymmetry();
  const cpn::ctl::Property* const properties[] = {&model->properties().front()};
  const auto results =
      cpn::ctl::Check(model->engine(), model->state_functions(), properties, options);
  EXPECT_EQ(results[0].states, 2u);
  ASSERT_TRUE(results[0].evidence && results[0].evidence->loop);
  // One step of the orbits, two of the markings: the key comes back to whoever had it.
  EXPECT_EQ(*results[0].evidence->loop, 1u);
  EXPECT_GE(results[0].evidence->steps.size(), 3u);
}

TEST(SymmetryRefusalTest, ModelWithoutSymmetricSetsHasNoSymmetry) {
  EXPECT_EQ(cpn::lua::testing::LoadText("P = place(UNIT)")->UseSymmetry(), nullptr);
}

TEST(SymmetryRefusalTest, OnlyPlainFiniteColourSetsCanBeSymmetric) {
  EXPECT_NE(cpn::lua::testing::LoadErrorOf("symmetric(INT)"), "");
  EXPECT_NE(cpn::lua::testing::LoadErrorOf("symmetric(3)"), "");
  EXPECT_NE(cpn::lua::testing::LoadErrorOf("P = product(BOOL, BOOL)\nsymmetric(P)"), "");
}

}  // namespace
}  // namespace symmetry_tests
