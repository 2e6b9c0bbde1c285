// What model code costs: every function that it can call charges what it does, and strings, values
// and calls have largest sizes.
#include <gtest/gtest.h>

#include <string>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::LoadErrorOf;
using testing::ModelFolder;

constexpr char kInstructions[] = "this takes more than 10000000 instructions (an endless loop?)";

/// Is the loop stopped because what `body` does is charged? Without that it would run for minutes.
void ExpectCharged(const std::string& before, const std::string& body) {
  const std::string text = before + "\nfor i = 1, 1000000 do\n  " + body + "\nend\n";
  EXPECT_NE(LoadErrorOf(text).find(kInstructions), std::string::npos) << text << LoadErrorOf(text);
}

constexpr char kLong[] = "local s = (\"x\"):rep(1000000)";
constexpr char kLongPair[] = "local s = (\"x\"):rep(1000000)\nlocal r = (\"x\"):rep(1000000)";
constexpr char kList[] = "local t = range_list(1, 100000)";

TEST(CostTest, PlainFind) {
  ExpectCharged(kLong, "local n = s:find((\"x\"):rep(1000) .. \"y\", 1, true)");
}
TEST(CostTest, Concatenation) { ExpectCharged(kLong, "local n = #(s:sub(1, 500000) .. i)"); }
TEST(CostTest, EqualityOfStrings) { ExpectCharged(kLongPair, "local n = s == r"); }
TEST(CostTest, OrderOfStrings) { ExpectCharged(kLongPair, "local n = s < r"); }
TEST(CostTest, StringsAsKeys) { ExpectCharged(kLongPair, "local n = ({ [s] = 1 })[r]"); }
TEST(CostTest, Format) { ExpectCharged(kLong, "local n = (\"%s\"):format(s)"); }
TEST(CostTest, NumberOfAString) {
  ExpectCharged("local s = (\"0\"):rep(60000)", "local n = tonumber(s)");
}
TEST(CostTest, SubstitutionByAFunction) {
  ExpectCharged("local s = (\"x\"):rep(60000)",
                "local n = s:gsub(\"x\", function(c) return c end)");
}
TEST(CostTest, PatternsThatRepeatNothing) {
  ExpectCharged("local s, p = (\"x\"):rep(60000), (\"x\"):rep(1000) .. \"y\"",
                "local n = s:find(p)");
}
TEST(CostTest, SearchInAList) {
  ExpectCharged("local t = map(range_list(1, 3000), function(i) return (\"x\"):rep(1000) .. i end)",
                "local n = contains(t, t[3000] .. \"\")");
}
TEST(CostTest, ListsOfStringsInOrder) {
  ExpectCharged("local t = map(range_list(1, 300), function(i) return (\"x\"):rep(60000) .. i end)",
                "table.sort(t)");
}
TEST(CostTest, EqualityOfTables) {
  ExpectCharged("local t, u = range_list(1, 100000), range_list(1, 100000)", "local n = t == u");
}
TEST(CostTest, OrderOfLists) {
  ExpectCharged("local t, u = range_list(1, 100000), range_list(1, 100000)", "local n = t < u");
}
TEST(CostTest, KeysInOrder) { ExpectCharged(kList, "local n = next(t)"); }
TEST(CostTest, TextOfATable) {
  ExpectCharged("local t = {}\nfor i = 1, 50000 do t[\"k\" .. i] = i end", "local n = tostring(t)");
}
TEST(CostTest, EmptyTableAgainstALargeOne) {
  ExpectCharged(
      "local t = map({ 1 }, function(x) return filter(range_list(1, 100000), function() "
      "return true end) end)[1]",
      "local n = append(t, {}) == t");
}

// ------------------------------------------------------------------------------- largest sizes

TEST(CostTest, LongestString) {
  EXPECT_EQ(LoadErrorOf("local s = \"x\"\nwhile true do\n  s = s .. s\nend\n"),
            "init.lua:3: a string of more than 1048576 bytes\n"
            "  s = s .. s\n"
            "  ^~~~~~~~~~");
}

TEST(CostTest, LongestStringIsAnOption) {
  LoadOptions options;
  options.limits.string = 1000;
  EXPECT_EQ(LoadErrorOf("local s = (\"x\"):rep(1000)\n", options), "");
  EXPECT_EQ(LoadErrorOf("local s = (\"x\"):rep(1001)\n", options),
            "init.lua:1: a string of more than 1000 bytes\n"
            "local s = (\"x\"):rep(1001)\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(CostTest, LongestStringOfAText) {
  LoadOptions options;
  options.limits.string = 1000;
  EXPECT_EQ(LoadErrorOf("local s = 1\nlocal t = \"" + std::string(1001, 'x') + "\"\n", options),
            "init.lua:2:11: a string of more than 1000 bytes");
}

TEST(CostTest, MostValuesOfACall) {
  EXPECT_EQ(LoadErrorOf("local t = range_list(1, 3000)\nlocal n = math.max(table.unpack(t))\n"),
            "init.lua:2: a call gives at most 2000 values\n"
            "local n = math.max(table.unpack(t))\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(LoadErrorOf("local n = (\"x\"):rep(3000):byte(1, -1)\n"),
            "init.lua:1: a call gives at most 2000 values\n"
            "local n = (\"x\"):rep(3000):byte(1, -1)\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(CostTest, ArgumentsThatGrowWithEveryCall) {
  EXPECT_EQ(LoadErrorOf("local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, ...) end\nf()\n"),
            "init.lua:1: a call with more than 5000 values\n"
            "local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, ...) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

/// What goes wrong in the first step that goes wrong.
std::string StepError(const std::string& text, const LoadOptions& options = {}) {
  ModelFolder folder(text);
  const auto model = folder.Load(options);
  Marking marking = model->engine().InitialMarking();
  try {
    for (int i = 0; i < 100; ++i) {
      const auto enabled = model->engine().Enabled(marking);
      if (enabled.empty()) return "dead";
      model->engine().Occur(marking, enabled[0]);
    }
  } catch (const ModelError& e) {
    return e.message().substr(0, e.message().find(", with "));
  }
  return "";
}

constexpr char kTooLarge[] =
    "a value of more than 1000000 parts (a list or a text that grows without end?)";

TEST(CostTest, ListThatDoublesInAnExpression) {
  EXPECT_EQ(StepError("L = list(INT)\nvar { l = L }\nP = place(L, { { 1 } })\n"
                      "T = transition { input = { P(l) }, output = { P(expr \"append(l, l)\") } }"),
            kTooLarge);
}

TEST(CostTest, ValueOfSharedParts) {
  std::string text = "L0 = list(INT)\n";
  std::string places = "P0 = place(L0, { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } })\n";
  for (int i = 1; i <= 8; ++i) {
    const std::string n = std::to_string(i);
    const std::string m = std::to_string(i - 1);
    text += "L" + n + " = list(L" + m + ")\n";
    places += "var { v" + n + " = L" + m + " }\nP" + n + " = place(L" + n + ")\nT" + n +
              " = transition { input = { P" + m + "(v" + n + ") }, output = { P" + n + "{ v" + n +
              ", v" + n + ", v" + n + ", v" + n + ", v" + n + ", v" + n + ", v" + n + ", v" + n +
              " } } }\n";
  }
  EXPECT_EQ(StepError(text + places), std::string(kTooLarge) + "; transition T6, place P6");
}

TEST(CostTest, LargestValueIsAnOption) {
  LoadOptions options;
  options.limits.value = 20;
  EXPECT_EQ(StepError("L = list(INT)\nvar { l = L }\nP = place(L, { { 1 } })\n"
                      "T = transition { input = { P(l) }, output = { P(expr \"cons(1, l)\") } }",
                      options),
            "a value of more than 20 parts (a list or a text that grows without end?)");
}

TEST(CostTest, ProductOfAllsIsCharged) {
  std::string parts = "all";
  std::string sets = "Small";
  for (int i = 0; i < 200; ++i) {
    parts += ", x";
    sets += ", INT";
  }
  EXPECT_NE(LoadErrorOf("Small = range(1, 4000)\nvar { x = INT }\nS = product(" + sets +
                        ")\nP = place(S)\nQ = place(INT, { 1 })\n" +
                        "T = transition { input = { Q(x) }, output = { P { " + parts + " } } }\n")
                .find(kInstructions),
            std::string::npos);
}

TEST(CostTest, DescriptionsOfColourSetsStayShort) {
  std::string text = "local s = enum { (\"x\"):rep(900), (\"y\"):rep(900) }\n";
  for (int i = 0; i < 12; ++i) text += "s = product(s, s)\n";
  ModelFolder folder(text + "P = place(s)\n");
  const auto model = folder.Load();
  for (const ColourSet& set : model->model().colour_sets) EXPECT_LE(set.name.size(), 1003u);
}

TEST(CostTest, LongestName) {
  EXPECT_EQ(LoadErrorOf("_ENV[(\"x\"):rep(1001)] = 1\n"),
            "init.lua:1: a name has at most 1000 bytes\n"
            "_ENV[(\"x\"):rep(1001)] = 1\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(CostTest, MostVariablesOfATransition) {
  std::string variables;
  std::string arcs;
  for (int i = 0; i <= 1000; ++i) {
    variables += "v" + std::to_string(i) + " = INT, ";
    arcs += "P(v" + std::to_string(i) + "), ";
  }
  const std::string error = LoadErrorOf("var { " + variables + " }\nP = place(INT)\n" +
                                        "T = transition { input = { " + arcs + " } }\n");
  EXPECT_NE(error.find("a transition has at most 1000 variables"), std::string::npos) << error;
}

// ----------------------------------------------------------------------- shared parts in tables

TEST(CostTest, ObservationOfSharedTables) {
  EXPECT_NE(LoadErrorOf("local t = { 1 }\nfor i = 1, 50 do t = { t, t } end\n"
                        "x = xml.element(stimulus(\"S\", { field = t }))\n")
                .find(kTooLarge),
            std::string::npos);
}

TEST(CostTest, XmlOfSharedNodes) {
  EXPECT_NE(LoadErrorOf("local n = { name = \"n\" }\n"
                        "for i = 1, 50 do n = { name = \"n\", children = { n, n } } end\n"
                        "x = xml.node(\"top\", n)\n")
                .find(kInstructions),
            std::string::npos);
}

TEST(CostTest, InitialMarkingOfSharedTables) {
  EXPECT_NE(LoadErrorOf("local s, t = INT, 1\nfor i = 1, 40 do s, t = list(s), { t, t } end\n"
                        "P = place(s, { t })\n")
                .find(kInstructions),
            std::string::npos);
}

TEST(CostTest, SumsOfSharedSums) {
  EXPECT_NE(LoadErrorOf("local s = sum()\nfor i = 1, 50 do s = sum(s, s) end\n"
                        "P = place(INT)\nT = transition { output = { P(s) } }\n")
                .find(kInstructions),
            std::string::npos);
}

}  // namespace
}  // namespace cpn::lua
