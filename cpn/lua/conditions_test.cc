#include "cpn/lua/run/conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpn/lua/testing.h"
#include "cpn/lua/text/boolean_expression.h"

namespace cpn::lua {
namespace {

using ::testing::ElementsAre;

/// The tree with its conditions as texts: "or(a, and(b, not(c)))".
std::string Written(const BooleanExpression& tree, const std::vector<std::string>& texts) {
  if (tree.kind == BooleanExpression::Kind::kCondition) return texts[tree.condition];
  static const char* const kNames[] = {"", "not", "and", "or"};
  std::string text;
  for (const BooleanExpression& operand : tree.operands) {
    text += (text.empty() ? "" : ", ") + Written(operand, texts);
  }
  return std::string(kNames[static_cast<int>(tree.kind)]) + "(" + text + ")";
}

std::string Split(const std::string& expression) {
  const ConditionTexts conditions = SplitConditions(expression);
  return Written(conditions.tree, conditions.texts);
}

TEST(BooleanExpressionTest, OrBindsLessThanAnd) {
  EXPECT_EQ(Split("a or b and c"), "or(a, and(b, c))");
  EXPECT_EQ(Split("(a or b) and c"), "and(or(a, b), c)");
  EXPECT_EQ(Split("a and (b and c)"), "and(a, b, c)");
}

TEST(BooleanExpressionTest, NotIsOfAnOperandNotOfAComparison) {
  EXPECT_EQ(Split("not (x == 1 or y)"), "not(or(x == 1, y))");
  EXPECT_EQ(Split("not x == y"), "not x == y");
  EXPECT_EQ(Split("not not x"), "not(not(x))");
  EXPECT_EQ(Split("not f(x == 1)"), "not(f(x == 1))");
  EXPECT_EQ(Split("not -x"), "not(-x)");
}

TEST(BooleanExpressionTest, WordsInsideCallsTablesAndFunctionsAreNoOperands) {
  EXPECT_EQ(Split("f(a and b) or t[c or d]"), "or(f(a and b), t[c or d])");
  EXPECT_EQ(Split("any(l, function(v) if v then return a or b end return c end) and d"),
            "and(any(l, function(v) if v then return a or b end return c end), d)");
  EXPECT_EQ(Split("s == \"a and b\""), "s == \"a and b\"");
}

constexpr const char* kGuards = R"lua(
  Number = range(1, 3)
  var { x = Number, y = Number }
  P, Q, R = place(Number, all), place(Number, all), place(Number)
  local least = 2
  local function large(n) return n >= least end
  Listed   = transition { input = { P(x), Q(y) }, guard = { "x < y or x == 3", "not (y == 2)" } }
  Function = transition {
    input = { P(x), Q(y) }, guard = function(x, y) return large(x) and (y == 1 or x == y) end,
  }
  Whole = transition {
    input = { P(x) }, guard = function(x) if x == 1 then return true end return x == 2 and true end,
  }
)lua";

std::vector<FunctionId> GuardsOf(LuaModel& model, std::string_view name) {
  return model.net().transitions()[*model.net().FindTransition(name)].declaration->guards;
}

TEST(ConditionsTest, ExpressionsAndPlainFunctionsAreSplit) {
  const auto model = testing::LoadText(kGuards);
  const auto texts = [&](const char* name, std::size_t guard) {
    return model->conditions().Of(GuardsOf(*model, name)[guard]).texts;
  };
  EXPECT_THAT(texts("Listed", 0), ElementsAre("x < y", "x == 3"));
  EXPECT_THAT(texts("Listed", 1), ElementsAre("y == 2"));
  EXPECT_THAT(texts("Function", 0), ElementsAre("large(x)", "y == 1", "x == y"));
}

TEST(ConditionsTest, AFunctionThatDoesMoreIsOneCondition) {
  const auto model = testing::LoadText(kGuards);
  EXPECT_EQ(model->conditions().Of(GuardsOf(*model, "Whole")[0]).texts.size(), 1u);
}

TEST(ConditionsTest, AConditionReadsTheLocalsOfItsGuard) {
  const auto model = testing::LoadText(kGuards);
  const FunctionId guard = GuardsOf(*model, "Function")[0];
  const std::vector<Value> two_one{model->values().Int(2), model->values().Int(1)};
  const std::vector<Value> one_one{model->values().Int(1), model->values().Int(1)};
  EXPECT_TRUE(model->conditions().Test(guard, 0, two_one));
  EXPECT_FALSE(model->conditions().Test(guard, 0, one_one));
  EXPECT_FALSE(model->conditions().Test(guard, 2, two_one));
  EXPECT_TRUE(model->conditions().Test(guard, 2, one_one));
}

TEST(ConditionsTest, AGuardWithALocalConstantIsOneCondition) {
  // Lua folds the constant into the guard: a condition compiled by itself could not see it.
  const auto model = testing::LoadText(R"(
    var { x = range(1, 3) }
    P = place(range(1, 3), all)
    local most <const> = 2
    T = transition { input = { P(x) }, guard = function(x) return x <= most and x > 1 end }
  )");
  const FunctionId guard = GuardsOf(*model, "T")[0];
  EXPECT_EQ(model->conditions().Of(guard).texts.size(), 1u);
  EXPECT_TRUE(model->conditions().Test(guard, 0, std::vector<Value>{model->values().Int(2)}));
}

}  // namespace
}  // namespace cpn::lua
