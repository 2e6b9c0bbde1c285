#include "cpngen/text.h"

#include <gtest/gtest.h>

#include <string>

namespace cpngen {
namespace {

TEST(TextTest, PluralOfOneIsSingular) {
  EXPECT_EQ(Plural(0, "step"), "0 steps");
  EXPECT_EQ(Plural(1, "step"), "1 step");
  EXPECT_EQ(Plural(2, "step"), "2 steps");
}

TEST(TextTest, LargeCountsAreGrouped) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(1'745'408), "1,745,408");
  EXPECT_EQ(Grouped(100'000'000), "100,000,000");
}

TEST(TextTest, MemoryHasAUnit) {
  EXPECT_EQ(MemoryText(0), "0 B");
  EXPECT_EQ(MemoryText(1023), "1023 B");
  EXPECT_EQ(MemoryText(1536), "1.5 KiB");
  EXPECT_EQ(MemoryText(std::uint64_t{3} << 30), "3.0 GiB");
  EXPECT_EQ(MemoryText(std::uint64_t{5000} << 40), "5000.0 TiB");
}

TEST(TextTest, IndentMovesEveryLine) {
  EXPECT_EQ(Indent("a\n b\n", 2), "  a\n   b\n");
  EXPECT_EQ(Indent("a", 1), " a\n");
  EXPECT_EQ(Indent("", 2), "");
}

TEST(TextTest, PrintableKeepsUtf8) {
  const std::string text = "a \xC3\xA4 \xE2\x88\x80 \xF0\x9F\x99\x82";
  EXPECT_EQ(Printable(text), text);
}

TEST(TextTest, PrintableReplacesWhatIsNoUtf8) {
  const std::string no = "\xEF\xBF\xBD";
  EXPECT_EQ(Printable("a\nb\x7F"), "a" + no + "b" + no);
  EXPECT_EQ(Printable("\xFFx"), no + "x");
  EXPECT_EQ(Printable("\xC3"), no);                             // cut off
  EXPECT_EQ(Printable("\xC0\xAF"), no + no);                    // longer than it need be
  EXPECT_EQ(Printable("\xE0\x80\xAF"), no + no + no);           // the same in three bytes
  EXPECT_EQ(Printable("\xED\xA0\x80"), no + no + no);           // half of a UTF-16 pair
  EXPECT_EQ(Printable("\xF4\x90\x80\x80"), no + no + no + no);  // beyond Unicode
  EXPECT_EQ(Printable("\xC2\x85"), no + no);                    // a control character
}

}  // namespace
}  // namespace cpngen
