#include "cpntools/lua/names.h"

#include <gtest/gtest.h>

namespace cpntools {
namespace {

TEST(Names, IdentifiersKeepWhatTheyCan) {
  EXPECT_EQ(Identifier("NextSend"), "NextSend");
  EXPECT_EQ(Identifier("Send\n Packet"), "Send_Packet");
  EXPECT_EQ(Identifier("Receive\nAcknow."), "Receive_Acknow");
  EXPECT_EQ(Identifier("2nd try"), "n2nd_try");
  EXPECT_EQ(Identifier("\n"), "unnamed");
}

TEST(Names, PrimesAreSpelledOut) {
  EXPECT_EQ(Identifier("id'"), "id_prime");
  EXPECT_EQ(Identifier("ids''"), "ids_prime_prime");
  EXPECT_EQ(Identifier("l'rng"), "l_rng");
}

TEST(Names, ClaimedTwiceIsTwoNames) {
  Names names;
  EXPECT_EQ(names.Claim("Accept", "place"), "Accept");
  EXPECT_EQ(names.Claim("Accept", "transition"), "Accept_transition");
  EXPECT_EQ(names.Claim("Accept", "transition"), "Accept_transition2");
}

TEST(Names, WordsOfTheLanguageAreTaken) {
  Names names;
  EXPECT_EQ(names.Claim("end", "place"), "end_place");
  EXPECT_EQ(names.Claim("transition", "place"), "transition_place");
  EXPECT_EQ(names.Claim("foldr", "function"), "foldr_function");
}

TEST(Names, NamesOfTheParentAreTaken) {
  Names outer;
  outer.Claim("Vote", "colours");
  Names inner(&outer);
  EXPECT_EQ(inner.Claim("Vote", "place"), "Vote_place");
  EXPECT_FALSE(outer.IsTaken("Vote_place"));
}

TEST(Names, QuotedTextIsALuaString) {
  EXPECT_EQ(Quoted("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\n\\001\"");
}

}  // namespace
}  // namespace cpntools
