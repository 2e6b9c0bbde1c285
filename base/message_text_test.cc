#include "base/message_text.h"

#include <gtest/gtest.h>

namespace base {
namespace {

std::string Times(int n, std::string_view text) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

TEST(MessageTextTest, TextStaysAsItIs) {
  EXPECT_EQ(MessageText("m.lua:1:2: wrong\n\tx = \"é\"\n  ^"),
            "m.lua:1:2: wrong\n\tx = \"é\"\n  ^");
  EXPECT_EQ(MessageText(""), "");
  EXPECT_EQ(MessageText("\n"), "\n");
}

TEST(MessageTextTest, NoControlCharacterReachesTheTerminal) {
  EXPECT_EQ(MessageText("a\x1b[31mb\r\x7f"), "a\\x1b[31mb\\x0d\\x7f");
  EXPECT_EQ(MessageText(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(MessageText("\u0085"), "\\xc2\\x85");
}

TEST(MessageTextTest, BytesThatAreNoUtf8AreWrittenInHexadecimal) {
  EXPECT_EQ(MessageText("a\xff\xfe"), "a\\xff\\xfe");
  EXPECT_EQ(MessageText("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

TEST(MessageTextTest, CharactersThatTurnTheDirectionAreWrittenInHexadecimal) {
  EXPECT_EQ(MessageText("\u202e"
                        "abc"),
            "\\xe2\\x80\\xaeabc");
}

TEST(MessageTextTest, OfALongLineTheBeginningIsKept) {
  const std::string line(kMaxLineBytes, 'x');
  EXPECT_EQ(MessageText(line + "\nend"), line + "\nend");
  EXPECT_EQ(MessageText(line + "yz\nend"), line + " ... (2 more bytes)\nend");
}

TEST(MessageTextTest, OfManyLinesTheFirstAreKept) {
  EXPECT_EQ(MessageText(Times(100'000, "x\n")), Times(4'000, "x\n") + " ... (192000 more bytes)");
}

TEST(MessageTextTest, ACharacterIsNotCut) {
  const std::string line = std::string(kMaxLineBytes - 1, 'x') + "é";
  EXPECT_EQ(MessageText(line), line);
}

TEST(ListTextTest, ShortTextsStayAsTheyAre) {
  EXPECT_EQ(ListText("a\n  b\n"), "a\n  b\n");
  EXPECT_EQ(ListText(""), "");
}

TEST(ListTextTest, OfALongLineTheBeginningIsKept) {
  EXPECT_EQ(ListText(std::string(kMaxListLineBytes + 7, 'x') + "\nend\n"),
            std::string(kMaxListLineBytes, 'x') + " ... (7 more bytes)\nend\n");
}

TEST(ListTextTest, OfManyLinesTheFirstAndTheLastAreKept) {
  EXPECT_EQ(ListText("a\nb\nc\nd\ne\nf\n" + Times(9'999, "x\n") + "end\n"),
            "a\nb\nc\nd\ne\n... (4002 more lines)\n" + Times(5'998, "x\n") + "end\n");
}

}  // namespace
}  // namespace base
