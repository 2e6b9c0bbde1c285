#include "cpntools/ml/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpntools::ml {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Texts(std::string_view text) {
  std::vector<std::string> texts;
  for (const Token& token : Tokens(text)) texts.push_back(token.text);
  texts.pop_back();
  return texts;
}

std::string ErrorOf(std::string_view text) {
  try {
    Tokens(text);
  } catch (const MlError& e) {
    return std::to_string(e.where().line) + ":" + std::to_string(e.where().column) + ": " +
           e.what();
  }
  return "no error";
}

TEST(Lexer, BackQuoteIsATokenOfItsOwn) {
  EXPECT_THAT(Texts("2`~1++1`x"), ElementsAre("2", "`", "-1", "++", "1", "`", "x"));
}

TEST(Lexer, NamesMayHavePrimesAndDots) {
  EXPECT_THAT(Texts("l'rng' = List.map f"), ElementsAre("l'rng'", "=", "List.map", "f"));
}

TEST(Lexer, SymbolicNamesAreAsLongAsPossible) {
  EXPECT_THAT(Texts("a<>b andalso c>=d^^e"),
              ElementsAre("a", "<>", "b", "andalso", "c", ">=", "d", "^^", "e"));
}

TEST(Lexer, CommentsNest) { EXPECT_THAT(Texts("a (* b (* c *) d *) e"), ElementsAre("a", "e")); }

TEST(Lexer, StringsAreUnescaped) {
  EXPECT_THAT(Texts(R"("a\"b\n\065" #"x")"), ElementsAre("a\"b\nA", "x"));
}

TEST(Lexer, RealsAreNoIntegers) {
  const std::vector<Token> tokens = Tokens("1.5 2 ~3e~4");
  EXPECT_EQ(tokens[0].kind, TokenKind::kReal);
  EXPECT_EQ(tokens[1].kind, TokenKind::kInteger);
  EXPECT_EQ(tokens[2].kind, TokenKind::kReal);
  EXPECT_EQ(tokens[2].text, "-3e-4");
}

TEST(Lexer, PositionsCountCharactersAndLines) {
  const std::vector<Token> tokens = Tokens("\"\xC3\xA9\" a\n  b");
  EXPECT_EQ(tokens[1].where, (Position{1, 5}));
  EXPECT_EQ(tokens[2].where, (Position{2, 3}));
}

TEST(Lexer, UnclosedStringIsAnErrorWhereItStarts) {
  EXPECT_EQ(ErrorOf("a ^ \"b\n"), "1:5: string without an end: it ends with \" on the same line");
}

TEST(Lexer, UnclosedCommentIsAnErrorWhereItStarts) {
  EXPECT_EQ(ErrorOf("a (* b (* *)"), "1:3: comment without an end: it ends with *)");
}

TEST(Lexer, UnknownCharacterIsAnError) {
  EXPECT_EQ(ErrorOf("a \xC2\xA7"), "1:3: '\xC2\xA7' is no character of Standard ML");
}

TEST(Lexer, LargeIntegerIsAnError) {
  EXPECT_EQ(ErrorOf("9223372036854775808"), "1:1: 9223372036854775808 does not fit into 64 bits");
}

TEST(Lexer, CommentsAreKeptAside) {
  EXPECT_EQ(CommentsIn("(* a (* b *) *) val x = \"(* no *)\" (**)"),
            (std::vector<std::string>{" a (* b *) ", ""}));
  EXPECT_EQ(CommentsIn("(* a *) (* b"), std::vector<std::string>{});
}

}  // namespace
}  // namespace cpntools::ml
