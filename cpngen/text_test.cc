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

}  // namespace
}  // namespace cpngen
