#include "cpngen/page/html_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpngen/page/inline_svg.h"

namespace cpngen {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kHostile = "<script>alert(\"x\")</script>&'";

TEST(HtmlPage, EveryTextIsEscapedWhereverItStands) {
  HtmlPage page(kHostile);
  page.Tiles({{kHostile, kHostile, Look::kBad, "a"}});
  page.Section("a", kHostile);
  page.Heading(kHostile);
  page.Paragraph(kHostile, Look::kDoubt);
  page.Preformatted(kHostile);
  page.Links(kHostile, {{kHostile, "a"}});
  page.Table({kHostile}, {{{kHostile, Look::kCode, "a"}}});
  page.List({kHostile});
  page.BeginDetails(kHostile);
  page.EndDetails();
  page.Picture("<svg></svg>", kHostile);
  page.Section("b", "last");
  const std::string document = page.Document();
  EXPECT_THAT(document, Not(HasSubstr("<script")));
  EXPECT_THAT(document, Not(HasSubstr("alert(\"")));
  EXPECT_THAT(document, HasSubstr("<h3>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;"));
  EXPECT_THAT(document, HasSubstr("default-src 'none'"));
}

TEST(HtmlPage, TheContentsNameAllSections) {
  HtmlPage page("t");
  page.Paragraph("before");
  page.Section("one", "First");
  page.Section("two", "Second");
  const std::string document = page.Document();
  EXPECT_THAT(document, HasSubstr("<li><a href=\"#one\">First</a></li>\n"
                                  "<li><a href=\"#two\">Second</a></li>"));
  EXPECT_THAT(document, HasSubstr("<section id=\"two\">\n<h2>Second</h2>"));
  EXPECT_LT(document.find("<p>before</p>"), document.find("<nav"));
}

TEST(HtmlPage, WhatIsLeftOutOfListsAndTablesIsSaid) {
  HtmlPage page("t");
  page.Section("a", "A");
  page.List({"x"}, 12345);
  page.Table({"n"}, {{{"1", Look::kNumber}}}, 7);
  const std::string document = page.Document();
  EXPECT_THAT(document, HasSubstr("<li>... and 12,345 more</li>"));
  EXPECT_THAT(document, HasSubstr("... and 7 more</p>"));
  EXPECT_THAT(document, HasSubstr("<th class=\"number\">n</th>"));
}

TEST(HtmlPage, ABarIsNeverLongerThanItsRoom) {
  HtmlPage page("t");
  page.Section("a", "A");
  page.Table({"x"}, {{{.share = 0.25}}, {{.share = 7.0}}});
  EXPECT_THAT(page.Document(), HasSubstr("width: 25.0%"));
  EXPECT_THAT(page.Document(), HasSubstr("width: 100.0%"));
}

TEST(InlineSvg, WhatBelongsToADocumentOfItsOwnIsGone) {
  const std::string svg = InlineSvg(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE svg>\n<!-- by x -->\n<svg width=\"70\" xmlns=\"s\">\n"
      "<style>text { stroke: white; }</style>\n<g id=\"node1\" class=\"node\">\n<title>n1</title>\n"
      "<text>id=&quot;7&quot;</text>\n</g>\n<!-- n1 -->\n</svg>\n",
      "a \"net\"");
  EXPECT_EQ(svg,
            "<svg role=\"img\" aria-label=\"a &quot;net&quot;\" class=\"seam\" width=\"70\" "
            "xmlns=\"s\">\n<g class=\"node\">\n<text>id=&quot;7&quot;</text>\n</g>\n</svg>\n");
}

TEST(InlineSvg, PicturesWithLinksAreGroupsAndWideOnesAreMarked) {
  EXPECT_THAT(InlineSvg("<svg width=\"70pt\"><a href=\"#x\"></a></svg>", "n"),
              HasSubstr("<svg role=\"group\" aria-label=\"n\" class=\"plain\""));
  EXPECT_THAT(InlineSvg("<svg width=\"1601.5\"></svg>", "n"), HasSubstr("class=\"plain wide\""));
  EXPECT_EQ(InlineSvg("no picture", "n"), "");
}

}  // namespace
}  // namespace cpngen
