#include "base/characters.h"

#include <gtest/gtest.h>

#include <string>

namespace base {
namespace {

TEST(CharactersTest, EscapedUtf8WritesWhatIsNoUtf8AsDigits) {
  EXPECT_EQ(EscapedUtf8("a\n\xC3\xA4\\"), "a\n\xC3\xA4\\");
  EXPECT_EQ(EscapedUtf8("\xFFx\xC3"), "\\xffx\\xc3");
}

TEST(CharactersTest, PrintableKeepsUtf8) {
  const std::string text = "a \xC3\xA4 \xE2\x88\x80 \xF0\x9F\x99\x82";
  EXPECT_EQ(Printable(text), text);
}

TEST(CharactersTest, PrintableReplacesWhatIsNoUtf8) {
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
}  // namespace base
