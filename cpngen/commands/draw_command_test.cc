#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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
using testing::Outcome;
using ::testing::StartsWith;

constexpr const char* kTwoModules = R"(
var { n = INT }
Sub = module(function(_ENV)
  A = In(INT)
  T = transition { input = { A(n) }, guard = function(n) return n > 0 end }
end)
A = place(INT, { 1 })
S = substitution(Sub)
)";

class DrawCommandTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string model_ = folder_.Write("m.lua", kTwoModules);
};

TEST_F(DrawCommandTest, EveryModuleIsAPicture) {
  const Outcome outcome = Call({"draw", model_, "-o", folder_ / "p.svg"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, (folder_ / "p.m.svg") + "\n" + (folder_ / "p.Sub.svg") + "\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("m.lua", "p.Sub.svg", "p.m.svg"));
  EXPECT_THAT(ReadFile(folder_ / "p.Sub.svg"), HasSubstr(">[n &gt; 0]<"));
}

TEST_F(DrawCommandTest, OneModuleIsTheFileItself) {
  ASSERT_EQ(Call({"draw", model_, "-o", folder_ / "p.dot", "--module", "Sub"}).code, 0);
  EXPECT_THAT(folder_.Names(), ElementsAre("m.lua", "p.dot"));
  EXPECT_THAT(ReadFile(folder_ / "p.dot"), StartsWith("digraph \"Sub\" {"));
}

TEST_F(DrawCommandTest, ModelOfOneModuleIsTheFileItself) {
  const std::string model = folder_.Write("one.lua", "P = place(INT)\n");
  ASSERT_EQ(Call({"draw", model, "-o", folder_ / "p.dot"}).code, 0);
  EXPECT_THAT(folder_.Names(), ElementsAre("m.lua", "one.lua", "p.dot"));
}

TEST_F(DrawCommandTest, LargeModuleIsOnPagesUnlessItIsToBeWhole) {
  std::string text = "var { n = INT }\nP0 = place(INT, { 1 })\n";
  for (int i = 1; i < 40; ++i) {
    const std::string p = std::to_string(i), before = std::to_string(i - 1);
    text += "P" + p + " = place(INT)\nT" + p + " = transition { input = { P" + before +
            "(n) }, output = { P" + p + "(n) } }\n";
  }
  const std::string model = folder_.Write("row.lua", text);
  const Outcome outcome = Call({"draw", model, "-o", folder_ / "row.svg"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              StartsWith((folder_ / "row.svg") + "\n" + (folder_ / "row-2.svg") + "\n"));
  EXPECT_THAT(ReadFile(folder_ / "row-2.svg"), HasSubstr(">row, page 2 of "));
  EXPECT_EQ(Call({"draw", model, "--whole", "-o", folder_ / "all.svg"}).out,
            (folder_ / "all.svg") + "\n");
  EXPECT_THAT(ReadFile(folder_ / "all.svg"), HasSubstr(">P39</text>"));
}

TEST_F(DrawCommandTest, UnknownModuleNamesTheKnownOnes) {
  const Outcome outcome = Call({"draw", model_, "-o", folder_ / "p.svg", "--module", "Sib"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "cpngen: --module Sib: the model's modules are m, Sub\n");
}

TEST_F(DrawCommandTest, SameModelSameBytes) {
  Call({"draw", model_, "-o", folder_ / "a.svg"});
  Call({"draw", model_, "-o", folder_ / "b.svg"});
  EXPECT_EQ(ReadFile(folder_ / "a.Sub.svg"), ReadFile(folder_ / "b.Sub.svg"));
}

TEST(DescribeTest, ListsWhatTheModelDeclares) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("m.lua", std::string(kTwoModules) + R"(
K = param(3, { doc = "how many" })
test "t" { observe = { [Sub.T] = function(n) return stimulus("n", { n = n }) end } }
test "u" { cases = "occurrences", observe = { [Sub.T] = function(n) return stimulus("n", {}) end } }
property "p" (INV(TT))
)");
  EXPECT_EQ(Call({"describe", model, "-D", "K=4"}).out, R"(m: 1 place, 1 transition, 2 modules

parameters (set with -D NAME=VALUE)
  K = 4  how many; default 3

modules
  m
    places: A : INT
    substitution transitions: S (Sub)
  Sub
    places: A : INT
    transitions: T

test case specifications (for --spec)
  t: a test case for each set of observations of a run
  u: a test case for each observed occurrence

properties
  p
)");
}

TEST(DescribeTest, JsonHasTheSame) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("m.lua", kTwoModules);
  const Outcome outcome = Call({"describe", model, "--json"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("\"substitutions\": [\n        {\n"
                                     "          \"name\": \"S\",\n"
                                     "          \"module\": \"Sub\"\n"));
}

}  // namespace
}  // namespace cpngen
