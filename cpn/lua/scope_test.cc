#include "cpn/lua/text/scope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cpn::lua {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> FreeInExpression(std::string_view text) {
  std::vector<std::string> names;
  for (const FreeName& free : AnalyseExpression(Tokenise(text)).free_names) {
    names.emplace_back(free.name);
  }
  return names;
}

std::vector<std::string> FreeInChunk(std::string_view text) {
  std::vector<std::string> names;
  for (const FreeName& free : AnalyseChunk(Tokenise(text)).free_names) {
    names.emplace_back(free.name);
  }
  return names;
}

TEST(ScopeTest, FieldsAndMethodsAreNoNames) {
  EXPECT_THAT(FreeInExpression("m.value[i]:find(s)"), ElementsAre("m", "i", "s"));
}

TEST(ScopeTest, KeysOfTablesAreNoNames) {
  EXPECT_THAT(FreeInExpression("{ rnd = r, [k] = 1, v; x == y }"),
              ElementsAre("r", "k", "v", "x", "y"));
}

TEST(ScopeTest, StringsAndCommentsHideNames) {
  EXPECT_THAT(FreeInExpression("f('a b', \"c\\\" d\", [[e]], [==[ ]] g ]==]) -- h\n + i"),
              ElementsAre("f", "i"));
  EXPECT_THAT(FreeInExpression("--[[ a ]] b --[==[ c ]] ]==] + d"), ElementsAre("b", "d"));
}

TEST(ScopeTest, ParametersShadow) {
  EXPECT_THAT(FreeInExpression("map(xs, function(x) return x + y end)"),
              ElementsAre("map", "xs", "y"));
  EXPECT_THAT(FreeInExpression("f(function(x) return x end, x)"), ElementsAre("f", "x"));
}

TEST(ScopeTest, LocalIsVisibleAfterItsInitialiser) {
  EXPECT_THAT(FreeInChunk("local x = x; return x"), ElementsAre("x"));
  EXPECT_THAT(FreeInChunk("local function f() return f() end"), IsEmpty());
}

TEST(ScopeTest, BlocksEndScopes) {
  EXPECT_THAT(FreeInChunk("do local a end return a"), ElementsAre("a"));
  EXPECT_THAT(FreeInChunk("for i, v in pairs(t) do f(i, v) end g(i)"),
              ElementsAre("pairs", "t", "f", "g", "i"));
  EXPECT_THAT(FreeInChunk("for i = a, b do end"), ElementsAre("a", "b"));
  EXPECT_THAT(FreeInChunk("if a then local b = 1 elseif b then c() else d() end"),
              ElementsAre("a", "b", "c", "d"));
}

TEST(ScopeTest, RepeatConditionSeesTheBlock) {
  EXPECT_THAT(FreeInChunk("repeat local done = f() until done; return done"),
              ElementsAre("f", "done"));
}

TEST(ScopeTest, LabelsAndAttributesAreNoNames) {
  EXPECT_THAT(FreeInChunk("::top:: local x <const> = 1 goto top"), IsEmpty());
}

TEST(ScopeTest, MethodsHaveSelf) {
  EXPECT_THAT(FreeInChunk("function t.a:b(x) return self, x, y end"), ElementsAre("t", "y"));
}

TEST(ScopeTest, NumbersAreNoNames) {
  EXPECT_THAT(FreeInExpression("0xFFp-2 + 1e+10 .. 3.e2 .. a"), ElementsAre("a"));
}

TEST(ScopeTest, FunctionsHaveTheirLinesAndParents) {
  const auto scopes = AnalyseChunk(Tokenise("f(function(a, b)\n  return function() end\nend)"));
  ASSERT_EQ(scopes.functions.size(), 2u);
  EXPECT_THAT(scopes.functions[0].parameters, ElementsAre("a", "b"));
  EXPECT_EQ(scopes.functions[0].line, 1);
  EXPECT_EQ(scopes.functions[0].last_line, 3);
  EXPECT_EQ(scopes.functions[1].line, 2);
  EXPECT_EQ(scopes.functions[1].parent, 0);
}

TEST(ScopeTest, TextThatIsNoLuaEnds) {
  for (const char* text : {"", "(", "function", "{ = }", "for for", "until", "\"open", "[==[", "a.",
                           "end end", "local function", "::", "x = = 1", "\\", "if", "repeat"}) {
    AnalyseChunk(Tokenise(text));
    AnalyseExpression(Tokenise(text));
  }
}

TEST(LexerTest, LiteralContentSkipsTheFirstNewline) {
  const std::string source = "x = [[\nab\n]]";
  const auto tokens = Tokenise(source);
  const LiteralContent content = ContentOf(tokens[2]);
  EXPECT_EQ(content.text, "ab\n");
  EXPECT_EQ(content.line, 2);
  EXPECT_EQ(source.substr(content.offset, 2), "ab");
}

}  // namespace
}  // namespace cpn::lua
