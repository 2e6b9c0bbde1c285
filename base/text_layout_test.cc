#include "base/text_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace base {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TextLayoutTest, LongerTextsAreWider) {
  EXPECT_LT(TextWidth(std::string("ab"), 10), TextWidth(std::string("abc"), 10));
  EXPECT_EQ(TextWidth(Lines{"a", "abc"}, 10), TextWidth(std::string("abc"), 10));
}

TEST(WrapTest, BreaksAtSpaces) {
  EXPECT_THAT(Wrap("a bb ccc dddd", 6, 9), ElementsAre("a bb", "ccc", "dddd"));
  EXPECT_THAT(Wrap("  a\n\t b ", 10, 9), ElementsAre("a b"));
  EXPECT_THAT(Wrap("", 10, 9), IsEmpty());
}

TEST(WrapTest, KeepsLongWordsWhole) {
  EXPECT_THAT(Wrap("abcdefghij k", 4, 9), ElementsAre("abcdefghij", "k"));
}

TEST(WrapTest, SaysThatThereIsMore) {
  EXPECT_THAT(Wrap("a b c d", 1, 2), ElementsAre("a", "b ..."));
}

TEST(TextLayoutTest, CutKeepsWholeCharacters) {
  EXPECT_EQ(Cut("\xC3\xA9\xC3\xA9z", 2), "\xC3\xA9\xC3\xA9...");
  EXPECT_EQ(Cut("abc", 3), "abc");
}

}  // namespace
}  // namespace base
