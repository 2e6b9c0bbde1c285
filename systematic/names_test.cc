#include "systematic/names.h"

#include <gtest/gtest.h>

#include <string>

#include "systematic/errors.h"

namespace systematic {
namespace {

TEST(Names, NumbersDependOnThisExecutionAlone) {
  Names names;
  EXPECT_EQ(names.Intern("a"), 1);
  EXPECT_EQ(names.Intern("b"), 2);
  EXPECT_EQ(names.Intern("c"), 3);
  names.Reset();
  EXPECT_EQ(names.Find("b"), 0);
  EXPECT_EQ(names.Intern("b"), 1);
  EXPECT_EQ(names.Intern("a"), 2);
  EXPECT_EQ(names.Intern("b"), 1);
  EXPECT_EQ(names.Intern("c"), 3);
  EXPECT_EQ(names.NameOf(1), "b");
  EXPECT_EQ(names.NameOf(2), "a");
  EXPECT_EQ(names.size(), 4u);
}

TEST(Names, TheSameOrderAsBeforeGivesTheSameNumbers) {
  Names names;
  for (int execution = 0; execution < 3; ++execution) {
    names.Reset();
    EXPECT_EQ(names.Intern("a"), 1);
    EXPECT_EQ(names.Intern("a"), 1);
    EXPECT_EQ(names.Intern("b"), 2);
    EXPECT_EQ(names.Intern("a"), 1);
    EXPECT_EQ(names.Intern(""), 0);
  }
}

TEST(Names, HashesOfKeysDependOnNamesAndNotOnNumbers) {
  Names names;
  const Key one{.kind = names.Intern("deliver"), .from = names.Intern("a"), .ordinal = 3};
  const std::uint64_t hash = names.HashOf(one);
  names.Reset();
  names.Intern("a");
  const Key other{.kind = names.Intern("deliver"), .from = names.Intern("a"), .ordinal = 3};
  EXPECT_NE(one, other);
  EXPECT_EQ(names.HashOf(other), hash);
  Key swapped = other;
  std::swap(swapped.kind, swapped.from);
  EXPECT_NE(names.HashOf(swapped), hash);
  Key later = other;
  ++later.ordinal;
  EXPECT_NE(names.HashOf(later), hash);
}

TEST(Names, RefusesMoreThanAWordCanCount) {
  Names names;
  for (int i = 0; i < 65'535; ++i) names.Intern(std::to_string(i));
  try {
    names.Intern("one more");
    FAIL();
  } catch (const HarnessError& error) {
    EXPECT_STREQ(error.what(), "more than 65535 names in one execution; the last is 'one more'");
  }
}

}  // namespace
}  // namespace systematic
