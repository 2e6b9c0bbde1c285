// Which tokens say who owns a marking, chosen from samples whose best choice is known.
#include "cpn/partition/partition_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cpn/values/hash.h"

namespace cpn::partition {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::Ne;

using Items = std::vector<PartitionSample::Item>;

constexpr double kCrossing = 1.3;

/// A row of `bits` tokens, each there or not, in all ways. Steps flip any of the first `busy`.
PartitionSample Bits(std::uint32_t bits, std::uint32_t busy) {
  PartitionSample sample;
  for (std::uint32_t bit = 0; bit < bits; ++bit) sample.tokens.push_back(MixHash(bit + 1));
  for (std::uint32_t bit = 0; bit < busy; ++bit) {
    sample.changes.push_back({{bit, 1}});
    sample.changes.push_back({{bit, -1}});
  }
  for (std::uint32_t mask = 0; mask < 1u << bits; ++mask) {
    Items& items = sample.markings.emplace_back();
    sample.levels.push_back(0);
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      const bool there = (mask >> bit & 1) != 0;
      if (there) items.push_back({bit, 1});
      if (bit < busy) sample.steps.push_back({mask, 2 * bit + (there ? 1 : 0)});
    }
  }
  return sample;
}

std::vector<std::size_t> Parts(const PartitionSample& sample, unsigned ranks,
                               const Partition& partition) {
  std::vector<std::size_t> parts(ranks);
  for (const Items& items : sample.markings) {
    std::uint64_t sum = 0;
    for (const auto& [number, count] : items) {
      for (const auto& [token, weight] : partition) {
        if (token == sample.tokens[number]) sum += weight * static_cast<std::uint64_t>(count);
      }
    }
    ++parts[OwnerOf(partition, sum, ranks)];
  }
  return parts;
}

TEST(PartitionChoiceTest, TokensThatNoStepMovesSayWhoOwnsAMarking) {
  const PartitionSample sample = Bits(10, 5);
  const auto chosen = BetterPartition(sample, 2, {}, kCrossing);
  ASSERT_TRUE(chosen);
  for (std::uint32_t bit = 0; bit < 5; ++bit) {
    EXPECT_THAT(*chosen, Each(Field(&CountedToken::token, Ne(sample.tokens[bit]))));
  }
  const std::vector<std::size_t> parts = Parts(sample, 2, *chosen);
  EXPECT_EQ(std::ranges::max(parts), 512u);
}

TEST(PartitionChoiceTest, WhereAllTokensMoveFewAreChosen) {
  const PartitionSample sample = Bits(10, 10);
  for (const unsigned ranks : {2u, 4u, 8u}) {
    const auto chosen = BetterPartition(sample, ranks, {}, kCrossing);
    ASSERT_TRUE(chosen) << ranks;
    EXPECT_EQ(std::size_t{1} << chosen->size(), ranks);
    EXPECT_EQ(std::ranges::max(Parts(sample, ranks, *chosen)), 1024 / ranks);
  }
}

TEST(PartitionChoiceTest, WhatIsGoodStaysAndOneRankHasNothingToChoose) {
  const PartitionSample sample = Bits(10, 5);
  const auto chosen = BetterPartition(sample, 2, {}, kCrossing);
  ASSERT_TRUE(chosen);
  EXPECT_FALSE(BetterPartition(sample, 2, *chosen, kCrossing));
  EXPECT_FALSE(BetterPartition(sample, 1, {}, kCrossing));
  EXPECT_FALSE(BetterPartition(PartitionSample(), 2, {}, kCrossing));
}

TEST(PartitionChoiceTest, ATokenThatIsEverywhereIsGivenUp) {
  PartitionSample sample = Bits(8, 8);
  const auto everywhere = static_cast<std::uint32_t>(sample.tokens.size());
  sample.tokens.push_back(MixHash(1000));
  for (Items& items : sample.markings) items.push_back({everywhere, 1});
  const auto chosen = BetterPartition(sample, 2, {{sample.tokens.back(), 1}}, kCrossing);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(std::ranges::max(Parts(sample, 2, *chosen)), 128u);
}

TEST(PartitionChoiceTest, LevelsAreBalancedEachForItself) {
  // By the first token, all would be balanced, and each level be on one rank.
  PartitionSample sample = Bits(8, 7);
  for (std::size_t i = 0; i < sample.markings.size(); ++i) sample.levels[i] = i >> 7 & 1;
  const auto chosen = BetterPartition(sample, 2, {}, kCrossing);
  ASSERT_TRUE(chosen);
  EXPECT_THAT(*chosen, Each(Field(&CountedToken::token, Ne(sample.tokens[7]))));
}

TEST(PartitionChoiceTest, SamplesOfRanksMakeOne) {
  const PartitionSample whole = Bits(9, 4);
  PartitionSample halves[2];
  for (const unsigned half : {0u, 1u}) {
    PartitionSample& part = halves[half];
    // Numbered the other way round, as another rank may have met them.
    for (std::size_t i = whole.tokens.size(); i-- > 0;) part.tokens.push_back(whole.tokens[i]);
    const auto renumber = [&](Items items) {
      for (auto& item : items) item.token = static_cast<std::uint32_t>(8 - item.token);
      return items;
    };
    for (const Items& items : whole.changes) part.changes.push_back(renumber(items));
    for (std::uint32_t i = half; i < whole.markings.size(); i += 2) {
      const auto number = static_cast<std::uint32_t>(part.markings.size());
      part.markings.push_back(renumber(whole.markings[i]));
      part.levels.push_back(0);
      for (const auto& [marking, change] : whole.steps) {
        if (marking == i) part.steps.push_back({number, change});
      }
    }
  }
  PartitionSample joined;
  for (const PartitionSample& half : halves) Join(joined, half);
  EXPECT_EQ(joined.markings.size(), whole.markings.size());
  EXPECT_EQ(joined.steps.size(), whole.steps.size());
  EXPECT_EQ(BetterPartition(joined, 2, {}, kCrossing), BetterPartition(whole, 2, {}, kCrossing));
}

}  // namespace
}  // namespace cpn::partition
