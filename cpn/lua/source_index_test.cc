#include "cpn/lua/text/source_index.h"

#include <gtest/gtest.h>

#include <string>

#include "cpn/lua/text/source.h"

namespace cpn::lua {
namespace {

/// "x1 = 1 x2 = 2 ...", on one line.
std::string LongLine(int names) {
  std::string text;
  for (int i = 1; i <= names; ++i)
    text += "x" + std::to_string(i) + " = " + std::to_string(i) + ' ';
  return text;
}

TEST(SourceIndexTest, ColumnsFarIntoALine) {
  const std::string text = "a = 1\n" + LongLine(500) + "\nb = \"\xC3\xA9\" c = 1\n";
  const SourceFile file("f", text);
  EXPECT_EQ(file.Name(1, "a").column, 1);
  const std::size_t line = text.find('\n') + 1;
  EXPECT_EQ(file.Name(2, "x500").column, static_cast<int>(text.find("x500") - line) + 1);
  EXPECT_EQ(file.Name(2, "x1").column, 1);
  EXPECT_EQ(file.Name(3, "c").column, 9) << "columns count characters";
}

TEST(SourceIndexTest, NamesOnALongLineAreNoFields) {
  const SourceFile file("f", LongLine(100) + "t.late = 1 late = 2");
  EXPECT_EQ(file.Name(1, "late").column, static_cast<int>(LongLine(100).size()) + 12);
  EXPECT_EQ(file.Text(1, "late").column, static_cast<int>(LongLine(100).size()) + 3);
  EXPECT_EQ(file.Name(1, "none").column, 0);
}

TEST(SourceIndexTest, TextInsideAStringThatBeganBefore) {
  const SourceFile file("f", "a = 1\nP(expr [[\n  one +\n  two\n]])\nb = two\n");
  EXPECT_EQ(file.Text(4, "two").column, 3);
  EXPECT_EQ(file.Text(3, "two").column, 0);
}

TEST(SourceIndexTest, FieldsAreThoseOfTheFirstTable) {
  const SourceFile file("f", "t { a = { b = 1 }, c = 2,\n  d = 3 }\nu { e = 1 }\n");
  EXPECT_EQ(file.Field(1, "c").column, 20);
  EXPECT_EQ(file.Field(1, "d").line, 2);
  EXPECT_EQ(file.Field(1, "b").column, 0) << "of an inner table";
  EXPECT_EQ(file.Field(1, "e").column, 0) << "of a later table";
  EXPECT_EQ(file.Field(2, "e").column, 0) << "the first brace closes";
  EXPECT_EQ(file.Field(3, "e").column, 5);
}

TEST(SourceIndexTest, LiteralAtOrAfterALine) {
  const SourceFile file("f", "a = \"x\"\nb = \"x\"\nc = \"y\"\n");
  EXPECT_EQ(file.Literal(1, "x")->line, 1);
  EXPECT_EQ(file.Literal(2, "x")->line, 2);
  EXPECT_EQ(file.Literal(1, "y")->line, 3);
  EXPECT_FALSE(file.Literal(3, "x"));
}

TEST(SourceIndexTest, FunctionsThatReadDifferentlyAreAmbiguous) {
  const SourceFile file("f",
                        "f = function(x) return 1 end g = function(x) return 2 end\n"
                        "h = function(x) return 3 end i = function(x) return 3 end\n");
  const std::vector<std::string> x{"x"};
  EXPECT_EQ(file.Function(1, 1, x), nullptr);
  ASSERT_NE(file.Function(2, 2, x), nullptr);
  EXPECT_EQ(file.Function(2, 2, {}), nullptr);
}

TEST(SourceIndexTest, FirstFileOfAName) {
  Sources sources;
  sources.Add("f", "a = 1");
  sources.Add("f", "b = 1");
  ASSERT_NE(sources.Find("f"), nullptr);
  EXPECT_EQ(sources.Find("f")->text(), "a = 1");
  EXPECT_EQ(sources.Find("g"), nullptr);
}

}  // namespace
}  // namespace cpn::lua
