// raise and handle: what a model can catch, and what it cannot.
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::InitialMarkingOf;
using testing::LoadErrorOf;
using testing::StepErrorOf;

std::string ValueOf(const std::string& functions, const std::string& expression) {
  return InitialMarkingOf(functions + "\nP = place(INT, { " + expression + " })\n");
}

constexpr char kEndless[] = "function f() while true do end end\n";

TEST(ExceptionTest, HandleYieldsTheResultWhenNothingIsRaised) {
  EXPECT_EQ(ValueOf("", "handle(function() return 1 end, function() return 2 end)"), "P: 1`1\n");
}

TEST(ExceptionTest, HandlerGetsWhatIsRaisedFarBelow) {
  EXPECT_EQ(ValueOf("function f(n) if n == 0 then raise({ 7 }) end return f(n - 1) + 1 end",
                    "handle(function() return f(50) end, function(x) return x[1] end)"),
            "P: 1`7\n");
}

TEST(ExceptionTest, InnermostHandlerTakesItAndTheOuterOneWhatThatRaises) {
  EXPECT_EQ(ValueOf("function inner() return handle(function() return raise(1) end,\n"
                    "  function(x) return raise(x + 1) end) end",
                    "handle(inner, function(x) return x * 10 end)"),
            "P: 1`20\n");
}

TEST(ExceptionTest, PassesThroughFunctionsOfTheLibrary) {
  EXPECT_EQ(ValueOf("",
                    "handle(function() return #map({ 1, 2 }, raise) end, "
                    "function(x) return x end)"),
            "P: 1`1\n");
}

TEST(ExceptionTest, WhatIsHandledNowhereIsAnErrorOfTheLineThatRaises) {
  EXPECT_EQ(LoadErrorOf("function f()\n  raise({ tag = \"Empty\" })\nend\nx = f()\n"),
            "init.lua:2: {tag = \"Empty\"} is raised, and handled nowhere\n"
            "  raise({ tag = \"Empty\" })\n"
            "  ^~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ExceptionTest, WhatAHandlerRaisesAgainIsAnErrorToo) {
  EXPECT_EQ(LoadErrorOf("x = handle(function() raise(1) end,\n  function(x) raise(x) end)\n"),
            "init.lua:2: 1 is raised, and handled nowhere\n"
            "  function(x) raise(x) end)\n"
            "  ^~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ExceptionTest, ErrorsAreNotHandled) {
  EXPECT_EQ(LoadErrorOf("x = handle(function() return nil + 1 end, function() return 2 end)\n"),
            "init.lua:1: attempt to perform arithmetic on a nil value\n"
            "x = handle(function() return nil + 1 end, function() return 2 end)\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(LoadErrorOf("x = handle(function() error(\"no\") end, function() return 2 end)\n"),
            "init.lua:1: no\n"
            "x = handle(function() error(\"no\") end, function() return 2 end)\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ExceptionTest, LimitsAreNotHandled) {
  EXPECT_EQ(LoadErrorOf(std::string(kEndless) + "x = handle(f, function() return 2 end)\n"),
            "init.lua:1: this takes more than 10000000 instructions (an endless loop?)\n"
            "function f() while true do end end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  LoadOptions small;
  small.limits.memory = 1 << 20;
  EXPECT_EQ(LoadErrorOf("x = handle(function() return string.rep(\"x\", 1 << 22) end,\n"
                        "  function() return 2 end)\n",
                        small),
            "init.lua:1: the model's code needs more than 1 MiB of memory\n"
            "x = handle(function() return string.rep(\"x\", 1 << 22) end,\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ExceptionTest, TooDeepANestingIsAnError) {
  EXPECT_EQ(LoadErrorOf("function f() return handle(f, function() return 2 end) end\nx = f()\n"),
            "init.lua:1: calls nest too deeply (a recursion without end?)\n"
            "function f() return handle(f, function() return 2 end) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ExceptionTest, WrongArgumentsAreErrors) {
  EXPECT_EQ(LoadErrorOf("x = handle(1, 2)\n"),
            "init.lua:1: handle: argument 1 is a function, not 1\n"
            "x = handle(1, 2)\n"
            "^~~~~~~~~~~~~~~~");
  EXPECT_EQ(LoadErrorOf("x = raise()\n"),
            "init.lua:1: raise(x) takes 1 argument, not 0\n"
            "x = raise()\n"
            "^~~~~~~~~~~");
}

TEST(ExceptionTest, WhatAnInscriptionRaisesIsAModelErrorWithItsValues) {
  EXPECT_EQ(StepErrorOf("var { w = INT }\nP = place(INT, { 1 })\n"
                        "T = transition { input = { P(w) }, guard = \"raise(w)\" }\n"),
            "init.lua:3: 1 is raised, and handled nowhere, with w = 1\n"
            "T = transition { input = { P(w) }, guard = \"raise(w)\" }\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

}  // namespace
}  // namespace cpn::lua
