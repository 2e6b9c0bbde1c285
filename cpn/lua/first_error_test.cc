// Of several errors the first in the text is named, whatever Lua's order of keys or addresses is:
// every case is tried many times, in interpreters of their own.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::LoadErrorOf;
using testing::StepErrorOf;

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// All first lines that come out.
std::set<std::string> Outcomes(const std::function<std::string()>& run) {
  std::set<std::string> outcomes;
  for (int i = 0; i < 40; ++i) outcomes.insert(FirstLine(run()));
  return outcomes;
}

using Lines = std::set<std::string>;

std::string Transitions(int count) {
  std::string text = "P = place(INT, { 1 }) var { x = INT }\n";
  for (int i = 0; i < count; ++i) {
    text += "T" + std::to_string(i) + " = transition { input = { P(x) } }\n";
  }
  return text;
}

TEST(FirstErrorTest, FunctionsByTransitionAreReadInTheirOrder) {
  std::string hooks;
  for (int i = 0; i < 8; ++i) {
    hooks +=
        "[T" + std::to_string(7 - i) + "] = function(y" + std::to_string(i) + ") return nil end,\n";
  }
  EXPECT_EQ(Outcomes([&] {
              return LoadErrorOf(Transitions(8) + "chart { messages = {" + hooks + "} }");
            }),
            Lines{"init.lua:10:37: chart: y0 is not a variable of transition T7 (there are "
                  "instance, x)"});
  EXPECT_EQ(Outcomes([&] {
              return LoadErrorOf(Transitions(8) + "test \"t\" { observe = {\n" + hooks + "} }");
            }),
            Lines{"init.lua:11:17: test \"t\": y0 is not a variable of transition T7 (there are "
                  "instance, x)"});
}

TEST(FirstErrorTest, WrongKeys) {
  EXPECT_EQ(Outcomes([&] {
              return LoadErrorOf(Transitions(1) +
                                 "chart { messages = { b = 1, a = 2, c = 3, e = 4, d = 5 } }");
            }),
            Lines{"init.lua:3:9: chart: the keys of messages are transitions, [Module.Transition] "
                  "= ..., not \"a\""});
  EXPECT_EQ(Outcomes([&] {
              return LoadErrorOf("E = enum { \"x\", b = 1, a = 2, c = 3, e = 4, d = 5 }");
            }),
            Lines{"init.lua:1: enum takes a list, without the key \"a\" or holes"});
  EXPECT_EQ(Outcomes([&] {
              return LoadErrorOf("for k in pairs { [STRING] = 1, [BOOL] = 2, [INT] = 3 } do end");
            }),
            Lines{"init.lua:1: a table with the key the colour set BOOL has no order to go through "
                  "it in; keys are numbers, strings or booleans"});
}

TEST(FirstErrorTest, WrongFieldsOfARecord) {
  EXPECT_EQ(
      Outcomes([&] {
        return StepErrorOf(
            "R = record { a = INT, b = INT, c = INT, d = INT }\nP = place(R)\n"
            "T = transition { output = { P(function() return { d = 'd', b = 'b', a = 'a', c "
            "= 'c' } end) } }");
      }),
      Lines{"init.lua:3:31: {a = \"a\", b = \"b\", c = \"c\", d = \"d\"} is not a colour of R: "
            "field a is \"a\", INT has the integers; transition T, place P"});
}

TEST(FirstErrorTest, WrongFieldsOfAnObservation) {
  EXPECT_EQ(
      Outcomes([&] {
        return LoadErrorOf(
            "x = xml.element(stimulus(\"s\", { d = 0.4, b = { f = 0.2, e = 0.1 }, c "
            "= 0.3 }))");
      }),
      Lines{
          "init.lua:1: 0.1 is not plain data: integers, strings, booleans, unit, lists and tables "
          "by field name (a float; integers divide with //)"});
}

TEST(FirstErrorTest, NearestNameOfALibrary) {
  EXPECT_EQ(Outcomes([&] { return LoadErrorOf("x = math.cox(1)"); }).size(), 1u);
}

}  // namespace
}  // namespace cpn::lua
