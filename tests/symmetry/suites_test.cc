// `cpngen generate` with --reduce symmetry: the suites of the whole space, and what it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace symmetry_tests {
namespace {

using cpngen::testing::Call;
using cpngen::testing::Outcome;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

Outcome Generate(const std::string& specification, const Words& more,
                 const std::string& model = "tests/symmetry/models/commit.lua") {
  Words words{"generate", test::SourcePath("/") + model, "--state-space", "--spec", specification};
  words.insert(words.end(), more.begin(), more.end());
  return Call(words);
}

class SymmetricSuiteTest : public ::testing::TestWithParam<const char*> {};

TEST_P(SymmetricSuiteTest, IsThatOfTheWholeSpace) {
  const Words words{"-D", "W=4", "-o", "-"};
  const Outcome whole = Generate(GetParam(), words);
  ASSERT_EQ(whole.code, 0) << whole.err;
  for (const char* reduction : {"symmetry", "symmetry,stubborn"}) {
    Words reduced_words = words;
    reduced_words.insert(reduced_words.end(), {"--reduce", reduction});
    const Outcome reduced = Generate(GetParam(), reduced_words);
    ASSERT_EQ(reduced.code, 0) << reduced.err;
    EXPECT_EQ(reduced.out, whole.out);
  }
}

INSTANTIATE_TEST_SUITE_P(Specifications, SymmetricSuiteTest,
                         ::testing::Values("system", "orders", "first", "votes"));

TEST(SymmetricGenerationTest, SaysHowManyMarkingsOrbitsStandFor) {
  const base::TemporaryFolder folder;
  const std::string file = (folder.path() / "suite.xml").string();
  const Outcome outcome =
      Generate("system", {"--reduce", "symmetry", "--json", "-D", "W=4", "-o", file});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("states"), 105);
  EXPECT_EQ(json.at("markings"), 881);
  EXPECT_THAT(outcome.err, HasSubstr("they stand for 881 markings"));
}

TEST(SymmetricGenerationTest, NeedsADeclaration) {
  const Outcome outcome =
      Generate("system", {"--reduce", "symmetry", "-o", "-"}, "models/two_phase_commit");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("declares no colour set symmetric"));
  EXPECT_EQ(outcome.out, "");
}

TEST(SymmetricGenerationTest, AGoalMayNotTellValuesApart) {
  const base::TemporaryFolder folder;
  const std::string more = folder.Write(
      "more.lua",
      "test \"one\" { observe = { [Cast] = function(w, v) return stimulus(v) end },\n"
      "  goal = function(M) for _, w in ipairs(M.Yes) do if w == 1 then return true end end\n"
      "    return false end }\n");
  EXPECT_EQ(Generate("one", {"--with", more, "-o", "-"}).code, 0);
  const Outcome outcome = Generate("one", {"--with", more, "--reduce", "symmetry", "-o", "-"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("this state function tells values apart that are declared symmetric"));
  EXPECT_EQ(outcome.out, "");
}

TEST(SymmetricGenerationTest, WhatGoesOnForEverIsSeenThroughItsPermutations) {
  // After Pick, two of three values change places for ever: one orbit, one arc.
  const base::TemporaryFolder folder;
  const std::string model = folder.Write(
      "init.lua",
      "W = range(1, 3)\nsymmetric(W)\nvar { w = W, x = W }\nA, P = place(W, all), "
      "place(product(W, W))\nB = place(UNIT, { unit })\n"
      "Pick = transition { input = { A(w), A(x), B(unit) }, output = { P { w, x } } }\n"
      "Swap = transition { input = { P { w, x } }, output = { P { x, w } } }\n"
      "test \"t\" { observe = {\n"
      "  [Pick] = function(w, x) return stimulus(\"Pick\", { w = w, x = x }) end,\n"
      "  [Swap] = function(w, x) return response(\"Swap\", { w = w, x = x }) end } }\n");
  const Words words{"generate", model, "--state-space", "-o", "-"};
  Words reduced_words = words;
  reduced_words.insert(reduced_words.end(), {"--reduce", "symmetry"});
  const Outcome whole = Call(words);
  const Outcome reduced = Call(reduced_words);
  EXPECT_EQ(reduced.code, 0) << reduced.err;
  EXPECT_EQ(reduced.out, whole.out);
  EXPECT_THAT(reduced.err, HasSubstr("6 test cases (2 states, 7 arcs"));
}

TEST(SymmetricGenerationTest, NamesASequenceThatNeverEnds) {
  const base::TemporaryFolder folder;
  const std::string model = folder.Write(
      "init.lua",
      "W = range(1, 3)\nsymmetric(W)\nvar { w = W, x = W }\nA, B = place(W, all), place(W)\n"
      "T = transition { input = { A(w) }, output = { B(w) } }\n"
      "U = transition { input = { B(w) }, output = { A(w) } }\n"
      "test \"t\" { order = \"sequence\", observe = { [T] = function(w)\n"
      "  if w == 2 then return stimulus(\"Two\") end end } }\n");
  const Outcome outcome =
      Call({"generate", model, "--state-space", "--reduce", "symmetry", "-o", "-"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("stimulus Two {} can be observed again and again"));
}

}  // namespace
}  // namespace symmetry_tests
