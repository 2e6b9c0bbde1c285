#include "command_line/footer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace command_line {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(FooterTest, ParagraphsAreJoinedLines) {
  const Footer footer = ReadFooter("\nOne, two,\nthree.\n\n\nFour.\n");
  EXPECT_THAT(footer.paragraphs, ElementsAre("One, two, three.", "Four."));
  EXPECT_THAT(footer.examples, IsEmpty());
  EXPECT_THAT(footer.exit_codes, IsEmpty());
}

TEST(FooterTest, ExamplesKeepTheirInnerIndentation) {
  const Footer footer = ReadFooter("Examples: three of them\n  a \\\n    b\n  c\n\nText.\n");
  EXPECT_EQ(footer.about_examples, "three of them");
  EXPECT_THAT(footer.examples, ElementsAre("a \\", "  b", "c"));
  EXPECT_THAT(footer.paragraphs, ElementsAre("Text."));
}

TEST(FooterTest, ExitCodesMayHaveSemicolonsInTheirTexts) {
  const Footer footer = ReadFooter("Exit codes: 0 done; all\nof it; 1 not; 3 a limit.");
  EXPECT_THAT(footer.exit_codes,
              ElementsAre(Pair("0", "done; all of it"), Pair("1", "not"), Pair("3", "a limit")));
}

TEST(FooterTest, NothingIsNothing) { EXPECT_THAT(ReadFooter("").paragraphs, IsEmpty()); }

}  // namespace
}  // namespace command_line
