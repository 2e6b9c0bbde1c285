#include "command_line/shell_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace command_line {
namespace {

using ::testing::ElementsAre;

TEST(ShellWordsTest, BlanksEndWords) {
  EXPECT_THAT(SplitLine("cpngen  check a.lua").words, ElementsAre("cpngen", "check", "a.lua"));
}

TEST(ShellWordsTest, ABlankAtTheEndBeginsAWord) {
  EXPECT_THAT(SplitLine("cpngen ").words, ElementsAre("cpngen", ""));
  EXPECT_THAT(SplitLine("").words, ElementsAre(""));
}

TEST(ShellWordsTest, QuotedBlanksAreKept) {
  EXPECT_THAT(SplitLine("a 'b c' \"d 'e\" f\\ g").words, ElementsAre("a", "b c", "d 'e", "f g"));
}

TEST(ShellWordsTest, EmptyQuotesAreAWord) {
  EXPECT_THAT(SplitLine("a '' b").words, ElementsAre("a", "", "b"));
}

TEST(ShellWordsTest, AQuoteMayBeOpen) {
  const ShellWords open = SplitLine("a --property \"one at");
  EXPECT_THAT(open.words, ElementsAre("a", "--property", "one at"));
  EXPECT_EQ(open.open_quote, '"');
  EXPECT_EQ(SplitLine("a 'b' c").open_quote, 0);
}

TEST(ShellWordsTest, BackslashesInQuotesAreAsInAShell) {
  EXPECT_THAT(SplitLine(R"("a\"b\c" 'd\e')").words, ElementsAre(R"(a"b\c)", R"(d\e)"));
}

TEST(ShellWordsTest, ATildeIsTheHomeFolder) {
  const char* const home = std::getenv("HOME");
  if (home == nullptr) GTEST_SKIP() << "HOME is not set";
  EXPECT_THAT(SplitLine("~/a b~/c").words, ElementsAre(std::string(home) + "/a", "b~/c"));
}

}  // namespace
}  // namespace command_line
