#include "base/nearest.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace base {
namespace {

TEST(Nearest, CountsALetterTooManyOneMissingAndAWrongOne) {
  EXPECT_EQ(Nearest("Workers", {"Worker", "Other"}), "Worker");
  EXPECT_EQ(Nearest("Workr", {"Worker", "Other"}), "Worker");
  EXPECT_EQ(Nearest("Wurker", {"Worker", "Other"}), "Worker");
}

TEST(Nearest, TakesSwappedLettersForOneError) {
  EXPECT_EQ(Nearest("tset", {"test", "asset"}), "test");
  EXPECT_EQ(Nearest("TSet", {"test"}), "test");
}

TEST(Nearest, IsWithinAThirdOfTheName) {
  EXPECT_EQ(Nearest("abcdef", {"abcdxx"}), "abcdxx");
  EXPECT_EQ(Nearest("abcdef", {"abcxxx"}), std::nullopt);
  EXPECT_EQ(Nearest("abcde", {"abcxx"}), std::nullopt);
}

TEST(Nearest, TakesCaseForNoErrorHoweverManyLetters) {
  EXPECT_EQ(Nearest("READY_TO_VOTE", {"ready_to_note", "ready_to_vote"}), "ready_to_vote");
}

TEST(Nearest, LetsCaseDecideAmongEquals) {
  EXPECT_EQ(Nearest("vores", {"Votes", "votes"}), "votes");
  EXPECT_EQ(Nearest("Vores", {"votes", "Votes"}), "Votes");
}

/// The keys of a Lua table come in any order.
TEST(Nearest, DoesNotDependOnTheOrderOfTheKnown) {
  std::vector<std::string_view> known{"bad", "can", "cat", "cud"};
  do {
    ASSERT_EQ(Nearest("cad", known), "bad");
  } while (std::next_permutation(known.begin(), known.end()));
}

/// Any other name of one letter would be one error away.
TEST(Nearest, OfAShortNameDiffersInCaseOnly) {
  EXPECT_EQ(Nearest("n", {"k", "N"}), "N");
  EXPECT_EQ(Nearest("ID", {"it", "id"}), "id");
  EXPECT_EQ(Nearest("n", {"k", "m"}), std::nullopt);
  EXPECT_EQ(Nearest("-x", {"-o", "-D"}), std::nullopt);
}

TEST(Nearest, IsNeverTheNameItself) { EXPECT_EQ(Nearest("same", {"same"}), std::nullopt); }

TEST(Nearest, FindsPathsOfManyModules) {
  const std::string path =
      "Kitchen.Tables.Philosophers.TakesTheForkOnTheLeft.ThenTheOneOnTheRight.Eat";
  EXPECT_EQ(Nearest(path.substr(1), {path}), path);
}

TEST(Nearest, ComparesNoNameBeyondTheLimit) {
  EXPECT_EQ(Nearest(std::string(257, 'a'), {std::string(256, 'a')}), std::nullopt);
}

TEST(DidYouMean, EndsAMessage) {
  EXPECT_EQ(DidYouMean("Workr", {"Worker"}), "; did you mean Worker?");
  EXPECT_EQ(DidYouMean("Workr", {"Task"}), "");
}

}  // namespace
}  // namespace base
