#include "adapter/online/certainty.h"

#include <gtest/gtest.h>

#include <string>

namespace adapter::online {
namespace {

/// Tries that fail where the text has an "f", one letter after the other, again and again.
Certainty Measured(const std::string& letters, int passes_allowed = Certainty::kMostTries) {
  std::size_t next = 0;
  return Measure([&] { return letters[next++ % letters.size()] == 'f'; }, [] { return false; },
                 passes_allowed);
}

void ExpectTries(const Certainty& certainty, int failed, int tries) {
  EXPECT_EQ(certainty.failed, failed);
  EXPECT_EQ(certainty.tries, tries);
}

TEST(CertaintyTest, FewTriesAreEnoughForWhatFailsEachTime) {
  ExpectTries(Measured("f"), 3, 3);
  ExpectTries(Measured("fp"), 3, 5);
  ExpectTries(Measured("p"), 0, 5);
}

TEST(CertaintyTest, ItIsNotTriedOnWhenItPassedTooOften) {
  ExpectTries(Measured("p", 0), 0, 1);
  ExpectTries(Measured("fp", 1), 2, 4);
}

TEST(CertaintyTest, NothingIsTriedWhenItIsOver) {
  ExpectTries(Measure([] { return true; }, [] { return true; }), 0, 0);
  int tries = 0;
  ExpectTries(Measure([&] { return ++tries > 0; }, [&] { return tries == 2; }), 2, 2);
}

TEST(CertaintyTest, OneThatPassesIsStillSureTwoAreNot) {
  EXPECT_TRUE((Certainty{3, 3}.IsSure()));
  EXPECT_TRUE((Certainty{5, 4}.IsSure()));
  EXPECT_FALSE((Certainty{5, 3}.IsSure()));
  EXPECT_FALSE((Certainty{0, 0}.IsSure()));
}

TEST(CertaintyTest, TwoOfFiveFailAgain) {
  EXPECT_TRUE((Certainty{5, 2}.FailsAgain()));
  EXPECT_FALSE((Certainty{5, 1}.FailsAgain()));
  EXPECT_FALSE((Certainty{0, 0}.FailsAgain()));
}

TEST(CertaintyTest, WhatFailsMoreOftenIsMoreCertain) {
  EXPECT_TRUE((Certainty{3, 3}.IsMoreThan({5, 4})));
  EXPECT_FALSE((Certainty{5, 4}.IsMoreThan({3, 3})));
  EXPECT_FALSE((Certainty{5, 2}.IsMoreThan({5, 2})));
  EXPECT_TRUE((Certainty{5, 1}.IsMoreThan({0, 0})));
  EXPECT_FALSE((Certainty{0, 0}.IsMoreThan({5, 0})));
}

TEST(CertaintyTest, SoManyTriesFailOnceWithNinetyNinePercent) {
  EXPECT_EQ(TriesToFail({3, 3}), 1);
  EXPECT_EQ(TriesToFail({5, 4}), 3);   // 1 - 0.2^3 = 0.992
  EXPECT_EQ(TriesToFail({5, 2}), 10);  // 1 - 0.6^10 = 0.994
  EXPECT_EQ(TriesToFail({5, 0}), 44);
  EXPECT_EQ(TriesToFail({1000, 1}), 100);
}

}  // namespace
}  // namespace adapter::online
