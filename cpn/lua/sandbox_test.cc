// Models are untrusted: what they cannot do, and what happens when they try.
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::InitialMarkingOf;
using testing::LoadErrorOf;
using testing::LoadText;
using testing::ModelFolder;
using testing::StepErrorOf;

constexpr char kReason[] =
    " is not available: models are sandboxed, they only compute (no files, clock, randomness, code "
    "loading or catching of errors)";

/// The value of an expression, through a place of strings.
std::string ValueOf(const std::string& expression) {
  return InitialMarkingOf("P = place(STRING, { tostring(" + expression + ") })\n");
}
std::string Shown(const std::string& text) {
  std::string escaped;
  for (char c : text) escaped += c == '"' ? "\\\"" : std::string(1, c);
  return "P: 1`\"" + escaped + "\"\n";
}

TEST(SandboxTest, InputAndOutput) {
  EXPECT_EQ(LoadErrorOf("local f = io.open(\"/etc/passwd\")\n"),
            std::string("init.lua:1:11: io") + kReason +
                "\nlocal f = io.open(\"/etc/passwd\")\n          ^");
}

TEST(SandboxTest, OperatingSystemInAFunctionThatNeverRuns) {
  EXPECT_EQ(LoadErrorOf("function f()\n  return os.time()\nend\n"),
            std::string("init.lua:2:10: os") + kReason + "\n  return os.time()\n         ^");
}

TEST(SandboxTest, ForbiddenNames) {
  for (const char* name :
       {"io",           "os",       "debug",  "package", "coroutine",      "load",
        "loadstring",   "loadfile", "dofile", "pcall",   "xpcall",         "rawget",
        "rawset",       "rawequal", "rawlen", "print",   "collectgarbage", "setmetatable",
        "getmetatable", "_G",       "warn"}) {
    EXPECT_EQ(LoadErrorOf(std::string("x = ") + name + "\n"),
              std::string("init.lua:1:5: ") + name + kReason + "\nx = " + name + "\n    ^");
  }
}

TEST(SandboxTest, ForbiddenParts) {
  for (const char* name : {"math.random", "math.randomseed", "string.dump", "string.pack"}) {
    EXPECT_EQ(LoadErrorOf(std::string("x = ") + name + "\n"),
              std::string("init.lua:1:5: ") + name + kReason + "\nx = " + name + "\n    ^");
  }
}

TEST(SandboxTest, MethodsOfStringsAreTheSandboxedOnes) {
  EXPECT_EQ(LoadErrorOf("x = (\"x\").dump\n"), std::string("init.lua:1: string.dump") + kReason +
                                                   "\nx = (\"x\").dump\n^~~~~~~~~~~~~~");
  EXPECT_EQ(ValueOf("(\"x\"):rep(3)"), Shown("xxx"));
}

TEST(SandboxTest, MisspeltLibraryFunction) {
  EXPECT_EQ(LoadErrorOf("x = math.flor(1.5)\n"),
            "init.lua:1:5: math has no flor; did you mean floor?\n"
            "x = math.flor(1.5)\n"
            "    ^");
}

TEST(SandboxTest, StringsAreNotTakenForNumbers) {
  EXPECT_EQ(LoadErrorOf("local n = \"10\"\nx = n + 1\n"),
            "init.lua:2:5: attempt to perform arithmetic on a string value (local 'n')\n"
            "x = n + 1\n"
            "    ^");
}

TEST(SandboxTest, LibrariesCannotBeChanged) {
  EXPECT_EQ(LoadErrorOf("xml.element = nil\n"),
            "init.lua:1:1: xml belongs to the language and cannot be changed\n"
            "xml.element = nil\n"
            "^");
}

// --------------------------------------------------------------------------------------- limits

constexpr char kPlaceP[] = "var { w = INT }\nP = place(INT, { 1 })\n";

TEST(LimitTest, EndlessLoopWhileLoading) {
  EXPECT_EQ(LoadErrorOf("while true do\nend\n"),
            "init.lua:1: this takes more than 10000000 instructions (an endless loop?)\n"
            "while true do\n"
            "^~~~~~~~~~~~~");
}

TEST(LimitTest, EndlessLoopInAGuard) {
  EXPECT_EQ(
      StepErrorOf(std::string(kPlaceP) + "T = transition { input = { P(w) }, guard = function(w)\n"
                                         "  while true do end\nend }\n"),
      "init.lua:4: this takes more than 10000000 instructions (an endless loop?), with w = 1\n"
      "  while true do end\n"
      "  ^~~~~~~~~~~~~~~~~");
}

TEST(LimitTest, InstructionsAreCountedPerCall) {
  ModelFolder folder(R"lua(
    var { i = INT }
    P = place(INT, range_list(1, 50))
    T = transition { input = { P(i) }, guard = function(i)
      local n = 0
      for k = 1, 100 do n = n + k end
      return n > i
    end }
  )lua");
  LoadOptions options;
  options.limits.instructions = 1000;
  const auto model = folder.Load(options);
  EXPECT_EQ(testing::EnabledOf(*model).size(), 50u);
}

TEST(LimitTest, MemoryInAGuard) {
  EXPECT_EQ(StepErrorOf(std::string(kPlaceP) +
                        "T = transition { input = { P(w) }, guard = function(w)\n"
                        "  local s = \"x\"\n  while true do\n    s = s .. s\n  end\nend }\n"),
            "init.lua:6: a string of more than 1048576 bytes, with w = 1\n"
            "    s = s .. s\n"
            "    ^~~~~~~~~~");
}

TEST(LimitTest, MemoryWhileLoading) {
  LoadOptions options;
  options.limits.memory = 2 << 20;
  EXPECT_EQ(LoadErrorOf("local t = {}\nfor i = 1, 1e6 do\n  t[i] = { i }\nend\n", options),
            "init.lua:3: the model's code needs more than 2 MiB of memory\n"
            "  t[i] = { i }\n"
            "  ^~~~~~~~~~~~");
}

TEST(LimitTest, ModelGoesOnAfterAFailure) {
  const auto model = LoadText(R"lua(
    var { i = INT }
    P = place(INT, { 1 })
    T = transition { input = { P(i) }, guard = function(i)
      local s = "x"
      while i == 1 do s = s .. s end
      return true
    end }
  )lua");
  const Value one = model->values().Int(1);
  const Value two = model->values().Int(2);
  EXPECT_THROW(model->evaluator().Test(0, {&one, 1}), ModelError);
  EXPECT_TRUE(model->evaluator().Test(0, {&two, 1}));
}

TEST(LimitTest, Recursion) {
  EXPECT_EQ(LoadErrorOf("local function f(x) return 1 + f(x) end\nx = f(1)\n"),
            "init.lua:1: calls nest too deeply (a recursion without end?)\n"
            "local function f(x) return 1 + f(x) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(LimitTest, RecursionThroughTheLibrary) {
  EXPECT_EQ(LoadErrorOf("local function f(x) return map({ x }, f) end\nx = f(1)\n"),
            "init.lua:1: calls nest too deeply (a recursion without end?)\n"
            "local function f(x) return map({ x }, f) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

/// One call into the library that would run for ever, or longer than anyone waits.
TEST(LimitTest, LibraryFunctionsEnd) {
  for (const char* call : {"string.rep(\"x\", 1 << 40)", "table.move({}, 1, 1 << 62, 2)",
                           "range_list(1, 1 << 62)", "table.concat({}, \"\", 1, 1 << 62)",
                           "string.rep(\"x\", 50):find((\"x*\"):rep(30) .. \"y\")",
                           "(\"x\"):rep(100000):find(\".-.-y\")", "table.unpack({}, 1, 1 << 30)",
                           "string.format(\"%p\", {})", "string.rep(\"ab\", 1 << 62)"}) {
    EXPECT_NE(LoadErrorOf(std::string("x = ") + call + "\n"), "") << call;
  }
  EXPECT_EQ(ValueOf("#string.rep(\"\", 1 << 62)"), Shown("0"));
}

TEST(LimitTest, PatternThatCouldTakeTooLong) {
  EXPECT_EQ(LoadErrorOf("x = (\"x\"):rep(50):find((\"x*\"):rep(30) .. \"y\")\n"),
            "init.lua:1: this pattern could take too long on a string of 50 characters; use fewer "
            "repetitions (* + - ?) or shorter strings\n"
            "x = (\"x\"):rep(50):find((\"x*\"):rep(30) .. \"y\")\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(LimitTest, QuadraticLibraryWorkIsCharged) {
  EXPECT_EQ(LoadErrorOf("local t = {}\nfor i = 1, 1e6 do\n  table.insert(t, 1, i)\nend\n"),
            "init.lua:3: this takes more than 10000000 instructions (an endless loop?)\n"
            "  table.insert(t, 1, i)\n"
            "  ^~~~~~~~~~~~~~~~~~~~~");
}

TEST(LimitTest, AppendingIsCheap) {
  EXPECT_EQ(ValueOf("(function() local t = {} for i = 1, 1e5 do table.insert(t, i) end return #t "
                    "end)()"),
            Shown("100000"));
}

TEST(LimitTest, RunawayDeclarations) {
  LoadOptions options;
  options.limits.instructions = 100'000'000;
  EXPECT_EQ(LoadErrorOf("for i = 1, 1e9 do expr \"1\" end\n", options),
            "init.lua:1: more than 1000000 declarations and inscriptions\n"
            "for i = 1, 1e9 do expr \"1\" end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(LimitTest, TableThatContainsItself) {
  EXPECT_EQ(LoadErrorOf("local t = {}\nt[1] = t\nP = place(list(INT), { t })\n"),
            "init.lua:3: initial marking: {{{{{{{{{...}}}}}}}}} is not a colour of list(INT): "
            "element 1 is {{{{{{{{{...}}}}}}}}}, INT has the integers\n"
            "P = place(list(INT), { t })\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

// ---------------------------------------------------------------------------------- determinism

TEST(DeterminismTest, PairsGoesInOrderOfKeys) {
  EXPECT_EQ(ValueOf("(function()\n"
                    "  local text = \"\"\n"
                    "  for k, v in pairs { b = 1, a = 2, [true] = 3, [2] = 4, [1] = 5, [1.5] = 6 } "
                    "do text = text .. tostring(k) .. v end\n"
                    "  return text\nend)()"),
            Shown("15241.56a2b1true3"));
}

TEST(DeterminismTest, NextGoesInOrderOfKeys) {
  EXPECT_EQ(
      ValueOf("(function() local t = { c = 1, b = 2, a = 3 }\n"
              "return next(t) .. next(t, \"a\") .. next(t, \"b\") .. tostring(next(t, \"c\")) "
              "end)()"),
      Shown("abcnil"));
}

TEST(DeterminismTest, PairsAllowsAssigningDuringTraversal) {
  EXPECT_EQ(ValueOf("(function() local t, n = { a = 1, b = 2, c = 3 }, 0\n"
                    "for k in pairs(t) do t.b = nil n = n + 1 end return n end)()"),
            Shown("2"));
}

TEST(DeterminismTest, TablesAsKeysHaveNoOrder) {
  EXPECT_EQ(LoadErrorOf("for k in pairs { [{ 1 }] = 1 } do end\n"),
            "init.lua:1: a table with the key {1} has no order to go through it in; keys are "
            "numbers, strings or booleans\n"
            "for k in pairs { [{ 1 }] = 1 } do end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(DeterminismTest, NoAddresses) {
  EXPECT_EQ(ValueOf("{ { 1, 2 }, a = \"x\" }"), Shown("{{1, 2}, a = \"x\"}"));
  EXPECT_EQ(ValueOf("function() end"), Shown("a function"));
  EXPECT_EQ(ValueOf("string.format(\"%s %s %d\", {}, insert, 3)"), Shown("{} a function 3"));
}

TEST(DeterminismTest, SortIsStable) {
  EXPECT_EQ(ValueOf("(function()\n"
                    "  local t = {}\n"
                    "  for i = 1, 300 do t[i] = { i % 3, i } end\n"
                    "  table.sort(t, function(a, b) return a[1] < b[1] end)\n"
                    "  for i = 2, 300 do\n"
                    "    if t[i - 1][1] == t[i][1] and t[i - 1][2] > t[i][2] then return i end\n"
                    "  end\n"
                    "  return t[1][2] .. t[300][2]\nend)()"),
            Shown("3299"));
}

TEST(DeterminismTest, SortSurvivesAComparatorThatContradictsItself) {
  EXPECT_EQ(ValueOf("(function() local t = range_list(1, 100)\n"
                    "table.sort(t, function(a, b) return true end) return #t end)()"),
            Shown("100"));
}

TEST(DeterminismTest, SortWithoutComparatorIsTheOrderOfColours) {
  EXPECT_EQ(
      ValueOf("(function() local t = { { 2, \"a\" }, { 1, \"b\" }, { 1, \"a\", 3 }, { 1, \"a\" "
              "} }\ntable.sort(t) return t end)()"),
      Shown("{{1, \"a\"}, {1, \"a\", 3}, {1, \"b\"}, {2, \"a\"}}"));
}

// ----------------------------------------------------------------------------------------- lists

TEST(ListLibraryTest, Functions) {
  EXPECT_EQ(ValueOf("insert({ 1, 3 }, 2)"), Shown("[1, 2, 3]"));
  EXPECT_EQ(ValueOf("insert({ { 1, \"b\" } }, { 1, \"a\" })"), Shown("[{1, \"a\"}, {1, \"b\"}]"));
  EXPECT_EQ(ValueOf("append({ 1 }, { 2, 3 })"), Shown("[1, 2, 3]"));
  EXPECT_EQ(ValueOf("remove({ 1, 2, 1 }, 1)"), Shown("[2, 1]"));
  EXPECT_EQ(ValueOf("remove({ 1, 2 }, 5)"), Shown("[1, 2]"));
  EXPECT_EQ(ValueOf("contains({ { 1, 2 } }, { 1, 2 })"), Shown("true"));
  EXPECT_EQ(ValueOf("contains({ { 1, 2 } }, { 1 })"), Shown("false"));
  EXPECT_EQ(ValueOf("map({ 1, 2 }, function(x) return 10 * x end)"), Shown("[10, 20]"));
  EXPECT_EQ(ValueOf("filter({ 1, 2, 3 }, function(x) return x ~= 2 end)"), Shown("[1, 3]"));
  EXPECT_EQ(ValueOf("fold({ 1, 2, 3 }, 0, function(sum, x) return sum + x end)"), Shown("6"));
  EXPECT_EQ(ValueOf("range_list(-1, 1)"), Shown("[-1, 0, 1]"));
  EXPECT_EQ(ValueOf("range_list(2, 1)"), Shown("[]"));
}

TEST(ListLibraryTest, LeaveTheirArgumentsAlone) {
  EXPECT_EQ(ValueOf("(function() local t = { 1, 3 }\n"
                    "insert(t, 2) append(t, t) remove(t, 1) return #t .. t[1] .. t[2] end)()"),
            Shown("213"));
}

TEST(ListLibraryTest, WrongArguments) {
  EXPECT_EQ(LoadErrorOf("x = insert(3, { 1 })\n"),
            "init.lua:1:5: insert: argument 1 is a list, not 3\n"
            "x = insert(3, { 1 })\n"
            "    ^");
  EXPECT_EQ(LoadErrorOf("x = append({ 1 })\n"),
            "init.lua:1: append(list, list) takes 2 arguments, not 1\n"
            "x = append({ 1 })\n"
            "^~~~~~~~~~~~~~~~~");
  EXPECT_EQ(LoadErrorOf("x = insert({ insert }, print_it)\nprint_it = 1\n"),
            "init.lua:1:24: print_it is declared later, in line 2; declare it before it is used\n"
            "x = insert({ insert }, print_it)\n"
            "                       ^");
}

}  // namespace
}  // namespace cpn::lua
