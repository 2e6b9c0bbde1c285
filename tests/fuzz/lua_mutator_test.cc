#include "tests/fuzz/lua_mutator.h"

#include <gtest/gtest.h>

#include <set>

#include "cpn/lua/text/lexer.h"
#include "tests/fuzz/model.h"

namespace {

constexpr std::size_t kMost = 1 << 16;
constexpr const char* kText =
    "var { i = INT }\n"
    "P = place(INT, { 1, copies(2, 3) })\n"
    "T = transition { input = { P(i) }, guard = \"i < 9\", output = { P(expr \"i + 1\") } }\n";

/// Opening brackets less closing ones, of each kind; none is closed before it is opened.
bool IsBalanced(std::string_view text) {
  std::string open;
  for (const cpn::lua::Token& token : cpn::lua::Tokenise(text)) {
    if (token.Is("(") || token.Is("{") || token.Is("[")) open += token.text;
    if (!token.Is(")") && !token.Is("}") && !token.Is("]")) continue;
    const char opening = token.Is(")") ? '(' : token.Is("}") ? '{' : '[';
    if (open.empty() || open.back() != opening) return false;
    open.pop_back();
  }
  return open.empty();
}

bool Loads(const std::string& text) {
  try {
    fuzz::Load(text);
    return true;
  } catch (const cpn::ModelError&) {
    return false;
  }
}

TEST(LuaMutatorTest, BracketsStayBalanced) {
  std::string text = kText;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const std::string made = fuzz::MutateModel(text, seed, kMost);
    ASSERT_TRUE(IsBalanced(made)) << "seed " << seed << ":\n" << made;
    if (made.size() < 4'000) text = made;
  }
}

TEST(LuaMutatorTest, ChangesSomething) {
  std::set<std::string> made;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    made.insert(fuzz::MutateModel(kText, seed, kMost));
  }
  EXPECT_GT(made.size(), 200u);
}

TEST(LuaMutatorTest, TheSameSeedGivesTheSameText) {
  EXPECT_EQ(fuzz::MutateModel(kText, 7, kMost), fuzz::MutateModel(kText, 7, kMost));
}

TEST(LuaMutatorTest, MutantsAreModelsAndErrors) {
  int models = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    if (Loads(fuzz::MutateModel(kText, seed, kMost))) ++models;
  }
  EXPECT_GT(models, 10);
  EXPECT_LT(models, 90);
}

TEST(LuaMutatorTest, AnEmptyTextGetsADeclaration) {
  EXPECT_FALSE(fuzz::MutateModel("", 1, kMost).empty());
}

TEST(LuaMutatorTest, NoTextGrowsBeyondTheLimit) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    EXPECT_LE(fuzz::MutateModel(kText, seed, 200).size(), 200u);
  }
}

}  // namespace
