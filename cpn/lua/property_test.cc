// Properties become formula trees of the right sorts.
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using ctl::Operator;
using testing::LoadErrorOf;
using testing::LoadText;

/// Three lines.
constexpr char kModel[] = R"lua(Vote = enum { "yes", "no" }
var { v = Vote }
Cast = transition { guard = "v == 'yes' or v == 'no'" }
)lua";

TEST(PropertyTest, OperatorsNest) {
  const auto model = LoadText(std::string(kModel) + R"lua(
    local ok = NF(function(M) return true end)
    property "deep" (AND(INV(ok), NOT(EXIST_UNTIL(ok, FORALL_NEXT(ok))), OR(TT, FF)))
  )lua");
  ASSERT_EQ(model->properties().size(), 1u);
  const ctl::Formula& top = model->properties()[0].formula;
  EXPECT_EQ(model->properties()[0].name, "deep");
  EXPECT_EQ(top.op, Operator::kAnd);
  ASSERT_EQ(top.operands.size(), 3u);
  EXPECT_EQ(top.operands[0].op, Operator::kInv);
  EXPECT_EQ(top.operands[0].operands[0].op, Operator::kStateFunction);
  const ctl::Formula& until = top.operands[1].operands[0];
  EXPECT_EQ(until.op, Operator::kExistUntil);
  EXPECT_EQ(until.operands[1].op, Operator::kForallNext);
  EXPECT_EQ(top.operands[2].operands[1].op, Operator::kFalse);
}

TEST(PropertyTest, ArcPatternHasTransitionAndValues) {
  const auto model =
      LoadText(std::string(kModel) + "property \"cast\" (POS(AF(Cast, { v = \"no\" })))\n");
  const ctl::ArcPattern& pattern = model->properties()[0].formula.operands[0].arc_pattern;
  EXPECT_EQ(pattern.module, model->model().top);
  EXPECT_EQ(pattern.transition, 0u);
  ASSERT_EQ(pattern.values.size(), 1u);
  EXPECT_EQ(pattern.values[0].first, 0u);
  EXPECT_EQ(model->values().Format(pattern.values[0].second), "no");
}

TEST(PropertyTest, PathsOfEitherAreReadAlongStates) {
  const auto model = LoadText(std::string(kModel) + "property \"p\" (INV(POS(AF(Cast))))\n");
  const ctl::Formula& top = model->properties()[0].formula;
  EXPECT_EQ(top.sort, ctl::Sort::kState);
  EXPECT_EQ(top.operands[0].sort, ctl::Sort::kEither);
  EXPECT_EQ(top.operands[0].operands[0].sort, ctl::Sort::kArc);
}

TEST(PropertyTest, SortsThatFit) {
  for (const char* formula :
       {"MODAL(AF(Cast))", "POS(AF(Cast))", "AND(POS(AF(Cast)), INV(NF(function(M) end)))",
        "EXIST_MODAL(AF(Cast), NF(function(M) end))", "FORALL_MODAL(MODAL(TT), TT)",
        "INV(MODAL(AND(AF(Cast), MODAL(NF(function(M) end)))))", "NOT(EV(NOT(AF(Cast))))", "TT",
        "EXIST_NEXT(MODAL(AF(Cast)))", "FORALL_UNTIL(TT, AF(Cast))"}) {
    EXPECT_EQ(LoadErrorOf(kModel + std::string("property \"p\" (") + formula + ")\n"), "")
        << formula;
  }
}

std::string PropertyError(const std::string& formula) {
  return LoadErrorOf(kModel + std::string("property \"p\" (") + formula + ")\n");
}

TEST(PropertyTest, SortsThatDoNotFit) {
  EXPECT_EQ(PropertyError("AND(AF(Cast), NF(function(M) end))"),
            "init.lua:4:15: AND takes a formula about arcs here, and this one is about states; "
            "MODAL makes one of the other\n"
            "property \"p\" (AND(AF(Cast), NF(function(M) end)))\n"
            "              ^");
  EXPECT_EQ(PropertyError("EXIST_MODAL(NF(function(M) end), TT)"),
            "init.lua:4:15: EXIST_MODAL takes a formula about arcs here, and this one is about "
            "states; MODAL makes one of the other\n"
            "property \"p\" (EXIST_MODAL(NF(function(M) end), TT))\n"
            "              ^");
}

TEST(PropertyTest, PropertyAboutAnArc) {
  EXPECT_EQ(PropertyError("NOT(AF(Cast))"),
            "init.lua:4:1: property \"p\" is about an arc, and the model begins in a state; say "
            "where the arc is: MODAL(...), POS(...), ...\n"
            "property \"p\" (NOT(AF(Cast)))\n"
            "^");
}

TEST(PropertyTest, WrongOperands) {
  EXPECT_EQ(PropertyError("INV(TT, FF)"),
            "init.lua:4:15: INV takes 1 formula, not 2\n"
            "property \"p\" (INV(TT, FF))\n"
            "              ^");
  EXPECT_EQ(PropertyError("INV(function(M) end)"),
            "init.lua:4:15: INV takes formulas, such as NF(function(M) ... end), not a function\n"
            "property \"p\" (INV(function(M) end))\n"
            "              ^");
  EXPECT_EQ(PropertyError("POS(AF(Cast, { w = 1 }))"),
            "init.lua:4:30: AF: w is not a variable of transition Cast (there is v)\n"
            "property \"p\" (POS(AF(Cast, { w = 1 })))\n"
            "                             ^");
  EXPECT_EQ(PropertyError("POS(AF(Cast, { v = 1 }))"),
            "init.lua:4:30: v: 1 is not a colour of Vote: Vote has yes, no\n"
            "property \"p\" (POS(AF(Cast, { v = 1 })))\n"
            "                             ^");
}

TEST(PropertyTest, RunawayFormulas) {
  EXPECT_EQ(LoadErrorOf("local f = TT\nfor i = 1, 60 do f = AND(f, f) end\n"),
            "init.lua:2: a formula has at most 10000 operators, nested at most 200 deep\n"
            "for i = 1, 60 do f = AND(f, f) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(LoadErrorOf("local f = TT\nfor i = 1, 200 do f = NOT(f) end\n"),
            "init.lua:2: a formula has at most 10000 operators, nested at most 200 deep\n"
            "for i = 1, 200 do f = NOT(f) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(LoadErrorOf("local f = TT\nfor i = 1, 199 do f = NOT(f) end\nproperty 'p' (f)\n"), "");
}

TEST(PropertyTest, RunawayProperties) {
  EXPECT_EQ(LoadErrorOf("local f = TT\nfor i = 1, 12 do f = AND(f, f) end\n"
                        "for i = 1, 200 do property('p' .. i)(f) end\n"),
            "init.lua:3:19: the properties have more than 1000000 operators in all\n"
            "for i = 1, 200 do property('p' .. i)(f) end\n"
            "                  ^");
}

TEST(PropertyTest, TwoOfOneName) {
  EXPECT_EQ(LoadErrorOf("property \"p\" (TT)\nproperty \"p\" (FF)\n"),
            "init.lua:2:1: property \"p\" is declared already, in line 1 of init.lua\n"
            "property \"p\" (FF)\n"
            "^");
}

TEST(PropertyTest, FormulaHasTheNameThatItIsFirstAssignedTo) {
  const auto model = LoadText(std::string(kModel) + R"lua(
    Fine = NF(function(M) return true end)
    Alias = Fine
    property "always" (INV(Fine))
  )lua");
  const ctl::Formula& top = model->properties()[0].formula;
  EXPECT_EQ(top.name, "");
  EXPECT_EQ(top.operands[0].name, "Fine");
}

}  // namespace
}  // namespace cpn::lua
