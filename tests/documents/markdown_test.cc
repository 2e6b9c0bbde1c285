#include "tests/documents/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace documents {
namespace {

using ::testing::ElementsAre;

TEST(MarkdownTest, LinksInCodeAreNone) {
  const auto links = Links("[a](x.md) and [b](y.md#z)\n```\n[c](no)\n```\n`[d](no)` [e](w)\n");
  ASSERT_EQ(links.size(), 3u);
  EXPECT_EQ(links[0].target, "x.md");
  EXPECT_EQ(links[1].target, "y.md#z");
  EXPECT_EQ(links[2].target, "w");
  EXPECT_EQ(links[2].line, 5);
}

TEST(MarkdownTest, AnchorsAreMadeOfHeadings) {
  EXPECT_THAT(Anchors("# A model, from nothing\n## `cpngen` (the program)\n```\n# no\n```\n"
                      "### See [it](x)\n## One\n## One\n#no\n"),
              ElementsAre("a-model-from-nothing", "cpngen-the-program", "see-it", "one", "one-1"));
}

TEST(MarkdownTest, BlocksAreThoseOfOneLanguage) {
  EXPECT_THAT(Blocks("```json\n{}\n```\n```\nno\n```\n```json\n1\n2\n```\n", "json"),
              ElementsAre("{}\n", "1\n2\n"));
}

}  // namespace
}  // namespace documents
