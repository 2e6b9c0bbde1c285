// Which expressions are translated, and that they then yield what Lua yields: each is evaluated
// both ways for all combinations of some colours.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "cpn/lua/language/function.h"
#include "cpn/lua/language/model_interpreter.h"
#include "cpn/lua/language/module_library.h"
#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

constexpr char kModel[] = R"lua(
  Small = range(-2, 2)
  Vote = enum { "yes", "no", "maybe" } -- not in the order of the names
  Pair = product(Small, Vote)
  Ballot = list(Pair)
  Ballots = list(Ballot)
  Ints = list(INT)
  Words = list(STRING)
  Flags = list(BOOL)
  Odd = subset(INT, function(i) return i % 2 == 1 end)
  Odds = list(Odd)
  Point = record { x = INT, y = INT }
  Points = list(Point)
  var { i = Small, v = Vote, p = Pair, b = Ballot, c = Ballot, n = Ballots, k = INT, ks = Ints,
        s = STRING, ss = Words, f = BOOL, fs = Flags, o = Odd, os = Odds, q = Point, qs = Points }
)lua";

class ListExpressionTest : public ::testing::Test {
 protected:
  ListExpressionTest() {
    state_.lua.Protect([&](lua_State* L) {
      OpenLanguage(L);
      RunFile(L, file_, file_);
    });
  }

  ColourSetId TypeOf(const std::string& variable) {
    return interpreter_.loading.variables[*FindVariable(state_.lua.get(), variable)].type;
  }

  /// The function that computes `text`, a colour for `variable`.
  FunctionId Add(const std::string& text, const std::string& variable) {
    FunctionId function = 0;
    state_.lua.Protect([&](lua_State* L) {
      function = AddExpression(L, text, {file_, 1, 0});
      Translate(L, function, TypeOf(variable));
    });
    return function;
  }
  bool IsTranslated(const std::string& text, const std::string& variable) {
    return state_.bodies[Add(text, variable)].list_expression.has_value();
  }

  /// Fails unless `text` is translated and means the same for all colours below.
  void ExpectSame(const std::string& text, const std::string& variable) {
    const FunctionId function = Add(text, variable);
    ASSERT_TRUE(state_.bodies[function].list_expression) << text;
    std::vector<Value> arguments;
    Compare(function, TypeOf(variable), arguments);
    EXPECT_GT(compared_, 0u);
  }

 private:
  void Compare(FunctionId function, ColourSetId type, std::vector<Value>& arguments) {
    const Function& declared = state_.model.functions[function];
    if (arguments.size() < declared.parameters.size()) {
      for (const Value v : ColoursOf(declared.parameters[arguments.size()])) {
        arguments.push_back(v);
        Compare(function, type, arguments);
        arguments.pop_back();
      }
      return;
    }
    ++compared_;
    const Value here = interpreter_.evaluator.Compute(function, arguments, type);
    FunctionBody& body = state_.bodies[function];
    const std::optional<ListExpression> kept = std::exchange(body.list_expression, std::nullopt);
    const Value in_lua = interpreter_.evaluator.Compute(function, arguments, type);
    body.list_expression = kept;
    ASSERT_EQ(state_.values.Format(here), state_.values.Format(in_lua)) << declared.text;
    ASSERT_EQ(here, in_lua);
  }

  /// All lists of up to three of `elements`.
  std::vector<Value> Lists(const std::vector<Value>& elements) {
    std::vector<std::vector<Value>> lists = {{}};
    for (std::size_t begun = 0; begun < lists.size() && lists[begun].size() < 3; ++begun) {
      for (const Value e : elements) {
        lists.push_back(lists[begun]);
        lists.back().push_back(e);
      }
    }
    std::vector<Value> values;
    for (const auto& list : lists) values.push_back(state_.values.List(list));
    return values;
  }

  std::vector<Value> ColoursOf(const std::string& variable) {
    ValueStore& store = state_.values;
    const std::vector<Value> ints = {store.Int(-1), store.Int(0), store.Int(2)};
    const std::vector<Value> votes = {store.Enum("yes"), store.Enum("no"), store.Enum("maybe")};
    const std::vector<Value> texts = {store.String(""), store.String("Z"), store.String("a\xff"),
                                      store.String("\xc3\xa9")};
    const std::vector<Value> flags = {store.Bool(false), store.Bool(true)};
    std::vector<Value> pairs;
    for (const auto& [i, v] : {std::pair{2, 0}, {-1, 1}, {-1, 2}}) {
      pairs.push_back(store.Tuple(std::vector{store.Int(i), votes[static_cast<std::size_t>(v)]}));
    }
    if (variable == "i" || variable == "k") return ints;
    if (variable == "ks") return Lists(ints);
    if (variable == "v") return votes;
    if (variable == "p") return pairs;
    if (variable == "b" || variable == "c") return Lists(pairs);
    if (variable == "n") return Lists({store.List({}), store.List(pairs)});
    if (variable == "s") return texts;
    if (variable == "ss") return Lists(texts);
    if (variable == "f") return flags;
    return Lists(flags);
  }

  testing::ModelFolder folder_{kModel};
  const std::string file_ = (folder_.path() / "init.lua").string();

 protected:
  ModelInterpreter interpreter_{file_, LoadOptions{}};
  ModelState& state_ = interpreter_.model;

 private:
  std::size_t compared_ = 0;
};

TEST_F(ListExpressionTest, InsertMeansTheSame) {
  ExpectSame("insert(b, { i, v })", "b");
  ExpectSame("insert(b, p)", "b");
  ExpectSame("insert(ks, k)", "ks");
  ExpectSame("insert(ss, s)", "ss");
  ExpectSame("insert(fs, f)", "fs");
  ExpectSame("insert(n, b)", "n");
}

TEST_F(ListExpressionTest, RemoveMeansTheSame) {
  ExpectSame("remove(b, { i, v })", "b");
  ExpectSame("remove(ss, s)", "ss");
  ExpectSame("remove(n, { p })", "n");
}

TEST_F(ListExpressionTest, AppendAndConsMeanTheSame) {
  ExpectSame("append(b, c)", "b");
  ExpectSame("append(b, { p, { i, \"no\" } })", "b");
  ExpectSame("cons({ i, v }, b)", "b");
  ExpectSame("cons(k, ks)", "ks");
}

TEST_F(ListExpressionTest, NestedCallsMeanTheSame) {
  ExpectSame("insert(remove(append(b, { p }), { i, \"no\" }), { 1, v })", "b");
  ExpectSame("cons(insert({}, p), n)", "n");
}

TEST_F(ListExpressionTest, TablesAndConstantsMeanTheSame) {
  ExpectSame("{ i, v, }", "p");
  ExpectSame("{ { i, 'no' }, p }", "b");
  ExpectSame("insert(ks, 0x10)", "ks");
  ExpectSame("insert(fs, true)", "fs");
  ExpectSame("insert(ss, \"a--b\")", "ss");
}

TEST_F(ListExpressionTest, WhatMayFailStaysWithLua) {
  EXPECT_FALSE(IsTranslated("insert(b, k)", "b"));
  EXPECT_FALSE(IsTranslated("insert(b, { i, \"perhaps\" })", "b"));
  EXPECT_FALSE(IsTranslated("insert(b, { 3, v })", "b"));
  EXPECT_FALSE(IsTranslated("insert(b, { k, v })", "b")) << "k may be outside the range";
  EXPECT_FALSE(IsTranslated("insert(b, { i })", "b"));
  EXPECT_FALSE(IsTranslated("insert(b, { i, v, v })", "b"));
  EXPECT_FALSE(IsTranslated("insert(b)", "b"));
  EXPECT_FALSE(IsTranslated("insert(b, p, p)", "b"));
  EXPECT_FALSE(IsTranslated("insert(ks, 1.5)", "ks"));
}

TEST_F(ListExpressionTest, WhatIsMoreThanListsStaysWithLua) {
  EXPECT_FALSE(IsTranslated("insert(b, p)[1]", "p"));
  EXPECT_FALSE(IsTranslated("#b > 0 and b or insert(b, p)", "b"));
  EXPECT_FALSE(IsTranslated("insert(ks, k + 1)", "ks"));
  EXPECT_FALSE(IsTranslated("insert(ks, #b)", "ks"));
  EXPECT_FALSE(IsTranslated("filter(b, function(x) return x[1] > i end)", "b"));
  EXPECT_FALSE(IsTranslated("insert(ss, \"two words\")", "ss"));
  EXPECT_FALSE(IsTranslated("{ [1] = p }", "b"));
}

TEST_F(ListExpressionTest, ColoursComparedInAnotherWayStayWithLua) {
  EXPECT_FALSE(IsTranslated("insert(qs, q)", "qs"));
  EXPECT_FALSE(IsTranslated("insert(os, o)", "os"));
}

}  // namespace
}  // namespace cpn::lua
