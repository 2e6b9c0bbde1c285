#include "base/markup.h"

#include <gtest/gtest.h>

namespace base {
namespace {

std::string Appended(std::string_view text, MarkupPlace place) {
  std::string to = ">";
  AppendMarkup(text, place, to);
  return to;
}

TEST(Markup, WritesWhatIsMarkupAsReferences) {
  EXPECT_EQ(Appended("a<b> & c\r\n\t\"", MarkupPlace::kText), ">a&lt;b&gt; &amp; c&#13;\n\t\"");
}

TEST(Markup, KeepsTheLineEndsAndQuotesOfAnAttribute) {
  EXPECT_EQ(Appended("\"<\r\n\t", MarkupPlace::kAttribute), ">&quot;&lt;&#13;&#10;&#9;");
}

TEST(Markup, IsForEitherPlaceWhenEscaped) {
  EXPECT_EQ(EscapeMarkup("x \"<&>\"\n"), "x &quot;&lt;&amp;&gt;&quot;&#10;");
}

TEST(Markup, KeepsUtf8) { EXPECT_EQ(EscapeMarkup("gr\xC3\xBC\xC3\x9F"), "gr\xC3\xBC\xC3\x9F"); }

TEST(Markup, ReplacesWhatXmlCannotHold) {
  const std::string no = "\xEF\xBF\xBD";
  EXPECT_EQ(EscapeMarkup(std::string_view("\x01z\0", 3)), no + "z" + no);
  EXPECT_EQ(EscapeMarkup("\xFFx\xC3"), no + "x" + no);
  EXPECT_EQ(EscapeMarkup("\xEF\xBF\xBE"), no);
}

}  // namespace
}  // namespace base
