#include "base/regular_expression.h"

#include <gtest/gtest.h>

namespace base {
namespace {

std::string ErrorOf(const std::string& expression) {
  try {
    const RegularExpression refused(expression);
  } catch (const RegularExpressionError& error) {
    return error.what();
  }
  return "none";
}

std::string Repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(RegularExpressionTest, IsFoundAnywhere) {
  const RegularExpression expression("b.?d");
  EXPECT_TRUE(expression.FoundIn("abcde"));
  EXPECT_FALSE(expression.FoundIn("abccde"));
}

TEST(RegularExpressionTest, ADotIsOneCharacterOfUtf8) {
  EXPECT_TRUE(RegularExpression("^gr.\xc3\x9f"
                                "e$")
                  .FoundIn("gr\xc3\xb6\xc3\x9f"
                           "e"));
}

TEST(RegularExpressionTest, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorOf("(abc"), "missing ): (abc");
  EXPECT_EQ(ErrorOf("a**"), "bad repetition operator: **");
}

TEST(RegularExpressionTest, ItsErrorIsShortHoweverLongItIs) {
  EXPECT_EQ(ErrorOf(Repeated("(", 50'000)), "missing ): " + Repeated("(", 40) + "...");
}

TEST(RegularExpressionTest, DeepNestingTakesNoStack) {
  const RegularExpression nested(Repeated("(", 50'000) + "b" + Repeated(")", 50'000));
  EXPECT_TRUE(nested.FoundIn("abc"));
}

// A search that backtracks takes 2^100'000 steps.
TEST(RegularExpressionTest, NestedRepetitionsAreFoundInLinearTime) {
  EXPECT_FALSE(RegularExpression("(a*)*c").FoundIn(Repeated("a", 100'000)));
}

TEST(RegularExpressionTest, WhatWouldBecomeHugeIsRefused) {
  EXPECT_EQ(ErrorOf("((a{1000}){1000}){1000}"), "invalid repetition size: {1000}");
  EXPECT_EQ(ErrorOf(Repeated("a{1000}", 1000)), "pattern too large - compile failed");
}

}  // namespace
}  // namespace base
