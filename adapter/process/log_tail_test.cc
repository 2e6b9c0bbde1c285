#include "adapter/process/log_tail.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/temporary_folder.h"

namespace adapter {
namespace {

using Lines = std::vector<std::string>;

Lines LastOf(const std::string& text, std::size_t count) {
  const base::TemporaryFolder folder;
  return LastLines(folder.Write("log", text), count);
}

TEST(LastLinesTest, AreTheLastOnesInTheirOrder) {
  EXPECT_EQ(LastOf("a\nb\nc\n", 2), (Lines{"b", "c"}));
}

TEST(LastLinesTest, AreAllWhenThereAreFewer) { EXPECT_EQ(LastOf("a\nb\n", 9), (Lines{"a", "b"})); }

TEST(LastLinesTest, CountOneWithoutItsEnd) { EXPECT_EQ(LastOf("a\nb", 1), Lines{"b"}); }

TEST(LastLinesTest, KeepEmptyOnes) { EXPECT_EQ(LastOf("a\n\nb\n", 3), (Lines{"a", "", "b"})); }

TEST(LastLinesTest, AreNoneOfAnEmptyFile) { EXPECT_EQ(LastOf("", 3), Lines{}); }

TEST(LastLinesTest, AreNoneOfAFileThatIsNotThere) {
  EXPECT_EQ(LastLines("/no/such/file", 3), Lines{});
}

TEST(LastLinesTest, AreBoundedForAHugeFileWithoutLineEnds) {
  EXPECT_EQ(LastOf(std::string(1 << 22, 'x'), 3), Lines{std::string(500, 'x') + " [cut]"});
}

TEST(TextFromTest, IsWhatWasAddedAsItIs) {
  const base::TemporaryFolder folder;
  const std::string log = folder.Write("log", "before\nafter\x01\n");
  EXPECT_EQ(SizeOf(log), 14u);
  EXPECT_EQ(TextFrom(log, 7, 100), "after\x01\n");
  EXPECT_EQ(TextFrom(log, 14, 100), "");
  EXPECT_EQ(TextFrom(log, 99, 100), "");
}

TEST(TextFromTest, OfTooMuchIsTheEnd) {
  const base::TemporaryFolder folder;
  const std::string log = folder.Write("log", "before\nafter\n");
  EXPECT_EQ(TextFrom(log, 0, 6), "[7 bytes before this are left out]\nafter\n");
  EXPECT_EQ(TextFrom(log, 7, 3), "[3 bytes before this are left out]\ner\n");
}

TEST(TextFromTest, OfNoFileIsNothing) {
  EXPECT_EQ(SizeOf("/no/such/file"), 0u);
  EXPECT_EQ(TextFrom("/no/such/file", 0, 100), "");
}

TEST(LastLinesTest, ShowNoControlCharacters) {
  EXPECT_EQ(LastOf("\x1b[31mred\tor \xff not\r\n", 1), Lines{"?[31mred or ? not"});
}

TEST(LastLinesTest, KeepOtherAlphabets) { EXPECT_EQ(LastOf("\u00fcber\n", 1), Lines{"\u00fcber"}); }

}  // namespace
}  // namespace adapter
