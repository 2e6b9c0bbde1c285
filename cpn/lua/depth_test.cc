// Values, inscriptions and texts that are nested as deeply as a model likes: they load, or they are
// an error of the line that made them. None of them touches what is not theirs.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::InitialMarkingOf;
using testing::LoadErrorOf;
using testing::LoadText;

constexpr char kTooDeep[] =
    "nested too deeply; parentheses, tables, operators, blocks and functions nest at most about "
    "190 deep";

std::string Repeat(const std::string& text, int times) {
  std::string repeated;
  for (int i = 0; i < times; ++i) repeated += text;
  return repeated;
}

/// The first line of the error that loading ends with; "" when it loads.
std::string FirstLine(const std::string& error) { return error.substr(0, error.find('\n')); }

/// Nests `begin` in calls `copies(count, ...)`.
std::string NestedCopies(int levels, const std::string& count) {
  return "local c = unit\nfor i = 1, " + std::to_string(levels) + " do c = copies(" + count +
         ", c) end\n";
}

TEST(DepthTest, CopiesInAnInitialMarking) {
  for (const int levels : {1, 19, 20, 60, 200, 2000, 100'000}) {
    EXPECT_EQ(InitialMarkingOf(NestedCopies(levels, "1") + "P = place(UNIT, { c })\n"), "P: 1`()\n")
        << levels;
  }
}

TEST(DepthTest, CopiesMultiply) {
  EXPECT_EQ(InitialMarkingOf(NestedCopies(31, "2") + "P = place(UNIT, { c })\n"),
            "P: 2147483648`()\n");
  EXPECT_EQ(LoadErrorOf(NestedCopies(32, "2") + "P = place(UNIT, { c })\n"),
            "init.lua:3: 4294967296 tokens are too many\n"
            "P = place(UNIT, { c })\n"
            "^~~~~~~~~~~~~~~~~~~~~~");
}

TEST(DepthTest, NoCopiesAreNoTokens) {
  EXPECT_EQ(InitialMarkingOf(NestedCopies(2000, "1") + "P = place(UNIT, { copies(0, c) })\n"), "");
}

/// A construct that goes into itself: what is written before and behind the innermost one.
struct Nesting {
  std::string name;
  std::string open;
  std::string inside;
  std::string close;
  int per_level = 1;  ///< levels of Lua's compiler that one takes

  std::string Text(int levels) const {
    return Repeat(open, levels) + inside + Repeat(close, levels);
  }
};

const Nesting kExpressions[] = {
    {"parentheses", "(", "1", ")"},
    {"tables", "{", "", "}"},
    {"not", "not ", "true", ""},
    {"minus", "- ", "1", ""},
    {"length", "#", "''", ""},
    {"power", "1^", "1", ""},
    {"concatenation", "''..", "''", ""},
    {"index", "t[", "1", "]"},
    {"calls", "tostring(", "1", ")"},
    {"keys", "{[", "1", "]=1}"},
    {"functions", "function() return ", "1", " end", 2},
};

const Nesting kStatements[] = {
    {"do", "do ", "", " end"},
    {"while", "while true do ", "", " end"},
    {"if", "if true then ", "", " end"},
    {"else", "if true then else ", "", " end"},
    {"repeat", "repeat ", "", " until true"},
    {"function", "local function f() ", "", " end"},
};

/// Where an expression stands in a model.
const std::pair<std::string, std::string> kPlaces[] = {
    {"local t = {}\nlocal x = ", "\n"},
    {"T = transition { input = { P(x) }, guard = [==[", "]==] }"},
    {"T = transition { input = { P(x) }, guard = [==[x == ", "]==] }"},
    {"T = transition { input = { P(x) }, output = { P(expr [==[", "]==]) } }"},
    {"T = transition { input = { P(x) }, output = { P(when([==[", "]==], 1)) } }"},
    {"T = transition { input = { P(x) }, output = { P(each [==[", "]==]) } }"},
    {"T = transition { input = { P(1) }, let = { x = expr [==[", "]==] } }"},
    {"Q = place(INT, { ", " })"},
};

constexpr char kNet[] = "P = place(INT, { 1 }) var { x = INT }\n";

TEST(DepthTest, ExpressionsNestAsFarAsLuaGoes) {
  for (const Nesting& nesting : kExpressions) {
    const std::string text = "local function f(t) return " + nesting.Text(150 / nesting.per_level);
    EXPECT_EQ(LoadErrorOf(text + " end\n"), "") << nesting.name;
  }
}

TEST(DepthTest, StatementsNestAsFarAsLuaGoes) {
  for (const Nesting& nesting : kStatements) {
    EXPECT_EQ(LoadErrorOf("local function f() " + nesting.Text(150) + " end\n"), "")
        << nesting.name;
  }
}

TEST(DepthTest, ExpressionsBeyondThatAreAnErrorWhereverTheyStand) {
  for (const Nesting& nesting : kExpressions) {
    for (const int levels : {200, 250, 1000, 30'000}) {
      for (const auto& [before, after] : kPlaces) {
        const std::string error = LoadErrorOf(kNet + before + nesting.Text(levels) + after);
        EXPECT_NE(error.find(kTooDeep), std::string::npos)
            << nesting.name << ' ' << levels << ' ' << before << ": " << error.substr(0, 300);
        EXPECT_EQ(error.find("init.lua:"), 0u) << error.substr(0, 300);
      }
    }
  }
}

TEST(DepthTest, StatementsBeyondThatAreAnError) {
  for (const Nesting& nesting : kStatements) {
    for (const int levels : {200, 1000, 50'000}) {
      const std::string error = LoadErrorOf(nesting.Text(levels));
      EXPECT_NE(error.find(kTooDeep), std::string::npos) << nesting.name << ": " << error;
    }
  }
}

TEST(DepthTest, TextsOfOneToken) {
  for (const char* token : {"{", "(", "-", "not ", "do ", "function f() ", "repeat ", "x = {"}) {
    const std::string error = LoadErrorOf("local x = " + Repeat(token, 200'000));
    EXPECT_EQ(error.find("init.lua:1:"), 0u) << token << error.substr(0, 300);
  }
}

TEST(DepthTest, ErrorPointsAtWhatIsTooDeep) {
  EXPECT_EQ(LoadErrorOf("local x = {\n" + Repeat("(\n", 1000)),
            std::string("init.lua:198:1: ") + kTooDeep + "\n(\n^");
}

TEST(DepthTest, RequiredFilesAndOthers) {
  testing::ModelFolder folder("require \"deep\"\n");
  folder.Write("deep.lua", "local x = 1\nlocal y = " + Repeat("(", 1000));
  EXPECT_EQ(FirstLine(folder.LoadError()), std::string("deep.lua:2:207: ") + kTooDeep);
  LoadOptions options;
  options.extensions = {folder.path() / "deep.lua"};
  testing::ModelFolder other("P = place(INT)\n");
  EXPECT_NE(other.LoadError(options).find(kTooDeep), std::string::npos);
  options.extensions = {};
  options.initial_markings = {{"P", Repeat("{", 1000)}};
  EXPECT_EQ(FirstLine(other.LoadError(options)), std::string("--initial P:1:205: ") + kTooDeep);
}

TEST(DepthTest, LabelsAndJumps) {
  std::string labels;
  for (int i = 0; i < 33'000; ++i) labels += "::l" + std::to_string(i) + ":: x = 1\n";
  EXPECT_EQ(
      LoadErrorOf("do\n" + labels + "end\n"),
      "init.lua:32769:12: too many labels/gotos (limit is 32767)\n::l32767:: x = 1\n           ^");
  EXPECT_EQ(FirstLine(LoadErrorOf("do\n" + Repeat("if x then goto l end\n", 33'000) + "end ::l::")),
            "init.lua:32769:18: too many labels/gotos (limit is 32767)");
}

TEST(CompileCostTest, ChainsThatLuaTakesTooLongFor) {
  const std::pair<std::string, std::string> chains[] = {
      {"local a, b\nlocal x = a", " and b"},
      {"local a, b\nlocal x = a", " or b"},
      {"local a\nif a then", "\nelseif a then"},
  };
  for (const auto& [begin, part] : chains) {
    const std::string end = begin.ends_with("then") ? "\nend\n" : "\n";
    EXPECT_EQ(LoadErrorOf(begin + Repeat(part, 10'000) + end), "") << part;
    EXPECT_NE(
        LoadErrorOf(begin + Repeat(part, 400'000) + end).find("Lua's compiler takes too long"),
        std::string::npos)
        << part;
  }
}

TEST(CompileCostTest, ManyShortChainsAreFine) {
  EXPECT_EQ(
      LoadErrorOf("local a, b\nlocal function f() end\n" +
                  Repeat("a = b and (a or b) or { a or b, b and a } f(a and b or a)\n", 50'000)),
      "");
}

TEST(CompileCostTest, NamesBelowManyLocals) {
  std::string deep;
  for (int level = 0; level < 60; ++level) {
    deep += "local function f()\n";
    for (int i = 0; i < 180; ++i) deep += "local l" + std::to_string(i) + "\n";
  }
  const std::string end = Repeat(" end", 60);
  EXPECT_EQ(LoadErrorOf(deep + Repeat("f(f, f, f, f)\n", 1000) + end), "");
  EXPECT_NE(LoadErrorOf(deep + Repeat("f(f, f, f, f)\n", 300'000) + end)
                .find("Lua's compiler takes too long"),
            std::string::npos);
}

TEST(CompileCostTest, LocalsEndWithTheirScope) {
  EXPECT_EQ(LoadErrorOf(Repeat("do local a, b for i = 1, 2 do local function c(d, e) end end end\n"
                               "if x then local f elseif y then local g else local h end\n",
                               20'000) +
                        "x, y = 1, 2\n")
                .find("compiler"),
            std::string::npos);
}

TEST(DepthTest, ColourThatContainsItselfIsDescribed) {
  const std::string union_of_itself =
      "U = union { A = INT }\nP = place(U, { U.A(1) }) var { u = U }\n"
      "T = transition { input = { P(u) }, guard = function(u) u.tag = u error(u) end }\n";
  EXPECT_EQ(FirstLine(testing::StepErrorOf(union_of_itself)),
            "init.lua:3: error: ...(1)(1)(1)(1)(1)(1)(1)(1)(1), with u = A(1)");
}

TEST(DepthTest, TextOfAnInscriptionThatIsNeverRead) {
  EXPECT_EQ(FirstLine(LoadErrorOf("P = place(UNIT)\n" + NestedCopies(100'000, "1") +
                                  "T = transition { output = { P(copies(0, c)) } }\n")),
            "init.lua:4:29: P: nested too deeply");
}

// The text of each would hold that of the one before.
TEST(DepthTest, AnArcIsNoPartOfAnotherOne) {
  EXPECT_EQ(
      FirstLine(LoadErrorOf("local c = unit\n"
                            "for i = 1, 1e308 do c = place(UNIT)(sum(copies(0, c))) end\n")),
      "init.lua:2:25: place: the arc inscription (0`()) is not a colour of UNIT: UNIT has unit");
}

TEST(DepthTest, TextOfAnInscriptionWhosePartsStandInItManyTimes) {
  const std::string condition = R"('#")" + std::string(60'000, 'x') + R"(" > 0')";
  const std::string error = FirstLine(LoadErrorOf(
      "P = place(UNIT)\nlocal c = when(" + condition +
      ", unit)\nfor i = 1, 9 do c = sum(c, c) end\nT = transition { output = { P(c) } }\n"));
  EXPECT_NE(error.find("instructions"), std::string::npos) << error;
}

}  // namespace
}  // namespace cpn::lua
