#include "base/random.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/split_mix64.h"

namespace base {
namespace {

/// Computed with the authors' reference implementations of splitmix64 and xoshiro256**.
TEST(RandomTest, FirstNumbersArePinned) {
  Random random(0);
  EXPECT_EQ(random.Next(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(random.Next(), 0xbf6e1f784956452au);
  EXPECT_EQ(random.Next(), 0x1a5f849d4933e6e0u);
}

TEST(RandomTest, BelowStaysBelow) {
  Random random(1);
  for (const std::uint32_t bound : {1u, 2u, 3u, 1000u, 0x80000001u, 0xffffffffu}) {
    for (int i = 0; i < 1000; ++i) ASSERT_LT(random.Below(bound), bound);
  }
}

TEST(RandomTest, BelowIsUniform) {
  Random random(2);
  std::vector<int> counts(7);
  for (int i = 0; i < 70'000; ++i) ++counts[random.Below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

/// Without rejection, bounds just above 2^31 give every other value twice as often.
TEST(RandomTest, BelowHasNoBiasForLargeBounds) {
  Random random(3);
  const std::uint32_t bound = 0xc0000000u;
  int low = 0;
  for (int i = 0; i < 90'000; ++i) low += random.Below(bound) % 3 == 0 ? 1 : 0;
  EXPECT_NEAR(low, 30'000, 700);
}

TEST(RandomTest, SeedsDiffer) { EXPECT_NE(Random(1).Next(), Random(2).Next()); }

TEST(SplitMix64Test, GivesThePublishedSequence) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random.Next(), 6457827717110365317u);
  EXPECT_EQ(random.Next(), 3203168211198807973u);
}

TEST(SplitMix64Test, PermutationDependsOnTheSeedOnly) {
  EXPECT_EQ(SplitMix64(7).Permutation(5), SplitMix64(7).Permutation(5));
  std::set<std::vector<int>> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) seen.insert(SplitMix64(seed).Permutation(3));
  EXPECT_EQ(seen.size(), 6u);
}

}  // namespace
}  // namespace base
